"""The rules of the house, each a function from one source file to what is wrong with it.

A rule answers texts of the form "where: X is banned, use Y". The tests apply them to the project, and to small bad
files that show that each rule can fail.
"""

import ast
import re
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path, PurePosixPath

ROOT = Path(__file__).resolve().parent.parent
NOT_OURS = {
    "build",
    "exercises",
}  # what a student edits is the student's; its pristine copy is a starter
PARENT_ONLY = {"claims", "invariants", "sweep_claims", "checks"}
ANSWERS = {"starters", "alternatives", "mistakes"}

# The order in which a lab is read; a file may import only those above it. Other labs must merely have such an order.
READING = {
    "e08_retries": [
        "jobs",
        "effect_store",
        "cancel_token",
        "retry",
        "delivery",
        "worker",
        "controls",
        "trial",
        "scenarios",
        "sweep",
        "drives",
        "invariants",
        "claims",
        "sweep_claims",
        "checks",
    ]
}


@dataclass(frozen=True)
class Source:
    """One Python file of the project; `path` counts from the root."""

    path: PurePosixPath
    text: str

    @classmethod
    def at(cls, path: Path) -> "Source":
        """Read the file at that place."""
        return cls(PurePosixPath(path.relative_to(ROOT).as_posix()), path.read_text("utf-8"))

    @cached_property
    def tree(self) -> ast.Module:
        """The file, parsed."""
        return ast.parse(self.text)

    @cached_property
    def nodes(self) -> list[ast.AST]:
        """Everything in it."""
        return list(ast.walk(self.tree))

    @property
    def area(self) -> str:
        """Which part of the project it belongs to: kit, schedule, runner, lab, answer, command, test or probe.

        A probe is a program for the explorer, or one that times it, written as anybody might write one.
        """
        first, *rest = self.path.parts
        if first == "tests":
            is_probe = rest[0] == "schedule" and not rest[-1].startswith("test_")
            return "probe" if is_probe else "test"
        if first in ("solutions", "benchmarks"):
            return {"solutions": "answer", "benchmarks": "probe"}[first]
        if first != "labs" or len(rest) < 2:
            return "command"
        if rest[0] == "kit":
            return "schedule" if rest[1] == "schedule" else "kit"
        if rest[0] == "runner":
            return "runner"
        return "answer" if rest[1] in ANSWERS else "lab"

    @property
    def lab(self) -> str:
        """The folder of the lab that it belongs to."""
        return self.path.parts[1]

    @property
    def module(self) -> str:
        """The name under which it is imported."""
        parts = self.path.with_suffix("").parts
        return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)

    @property
    def is_mistake(self) -> bool:
        """True for a known wrong answer, which may do what others may not."""
        return "mistakes" in self.path.parts

    def at_line(self, line: int) -> str:
        """Where a finding is."""
        return f"{self.path}:{line}"


def sources() -> list[Source]:
    """Every Python file of ours."""
    files = [
        path
        for path in sorted(ROOT.rglob("*.py"))
        if not any(
            part in NOT_OURS or part.startswith(".") for part in path.relative_to(ROOT).parts
        )
    ]
    return [Source.at(path) for path in files]


# ------------------------------------------------------------ who imports whom


def imports(source: Source) -> Iterator[tuple[int, str]]:
    """Every import with its line: the module, and for one of ours what is taken from it."""
    for node in source.nodes:
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            module = "." * node.level + (node.module or "")
            for alias in node.names:
                yield node.lineno, f"{module}.{alias.name}" if "labs" in module else module


def _below(name: str, *packages: str) -> bool:
    return any(name == package or name.startswith(f"{package}.") for package in packages)


def _allowed(source: Source) -> tuple[list[str], str]:
    own = f"labs.{source.lab}" if source.area in ("lab", "answer") else ""
    return {
        "kit": (["labs.kit"], "the kit imports the kit and the standard library"),
        "schedule": (["labs.kit"], "the kit imports the kit and the standard library"),
        "lab": (["labs.kit", own], "a lab imports the kit, itself and the standard library"),
        "answer": (
            ["labs.kit", own],
            "an answer imports the kit, its lab and the standard library",
        ),
        "runner": (
            ["labs.kit", "labs.runner", "rich", "pytest", "_pytest"],
            "the runner imports the kit, itself, rich and pytest, and finds labs by their folders",
        ),
        "command": (["labs.runner"], "the command imports the runner alone"),
    }[source.area]


def foreign_imports(source: Source) -> Iterator[str]:
    """Nobody imports what is not theirs to import."""
    if source.area in ("test", "probe"):
        return
    ours, rule = _allowed(source)
    for line, name in imports(source):
        if name.startswith("."):
            yield f"{source.at_line(line)}: a relative import is banned, use the full name"
        elif name.split(".")[0] not in sys.stdlib_module_names and not _below(name, *ours):
            yield f"{source.at_line(line)}: importing {name} is banned, use what is yours: {rule}"
        elif source.area in ("lab", "answer") and _below(name, "labs.kit.schedule"):
            yield f"{source.at_line(line)}: {name} is banned, use plain threads: control comes from outside"


def child_sees_no_figure(source: Source) -> Iterator[str]:
    """What is run in the child imports nothing that knows an expected value."""
    parts = source.module.split(".")
    if source.area not in ("lab", "answer") or PARENT_ONLY & {*parts[2:3]}:
        return
    for line, name in imports(source):
        if (
            name.startswith("labs.e")
            and len(name.split(".")) > 2
            and name.split(".")[2] in PARENT_ONLY
        ):
            yield f"{source.at_line(line)}: {name} is banned in what the child runs, use a figure in `observed`"


def out_of_order(files: Iterable[Source]) -> Iterator[str]:
    """Inside a lab each file imports only files above it in reading order."""
    files = [source for source in files if source.area == "lab"]
    modules = {source.module for source in files}
    uses = {
        source.module: {
            (line, _module_of(name, modules))
            for line, name in imports(source)
            if _module_of(name, modules) not in (None, source.module)
        }
        for source in files
    }
    for source in files:
        order = READING.get(source.lab, [])
        own = source.module.split(".")[2:3]
        for line, used in sorted(uses[source.module]):
            part = used.split(".")[2:3]
            if {*own, *part} <= set(order) and order.index(own[0]) < order.index(part[0]):
                yield f"{source.at_line(line)}: {used} stands below it and is banned, use what stands above: {order}"
        if source.module in _reached(source.module, uses):
            yield f"{source.path}: a circle of imports is banned, use an order in which each file stands on those above"


def _module_of(name: str, modules: set[str]) -> str | None:
    while name and name not in modules:
        name = name.rpartition(".")[0]
    return name or None


def _reached(start: str, uses: dict[str, set[tuple[int, str]]]) -> set[str]:
    met: set[str] = set()
    waiting = [used for _, used in uses[start]]
    while waiting:
        module = waiting.pop()
        own_package = start.startswith(f"{module}.")
        if module not in met and not own_package:
            met.add(module)
            waiting += [used for _, used in uses[module]]
    return met


# ------------------------------------------------------------ banned calls

GATE = "labs.kit.gate.Gate, or the injected sleep of labs.kit.clock.VirtualClock"
CLOCK = "the injected clock, labs.kit.clock.VirtualClock"
CHOSEN = "a fault that is chosen and named, or random.Random(seed) in a test"
SLEEPS = {"time.sleep": GATE}
CHANCE = {"random": CHOSEN, "secrets": CHOSEN, "uuid.uuid1": CHOSEN, "uuid.uuid4": CHOSEN}
CHANCE |= {"os.urandom": CHOSEN, "numpy.random": CHOSEN}
SEEDABLE = {"random", "random.Random"}  # `unseeded` sees to the seed
WALL_CLOCK = {
    **{f"time.{name}": CLOCK for name in ("time", "time_ns", "monotonic", "monotonic_ns")},
    **{f"time.{name}": CLOCK for name in ("perf_counter", "localtime", "gmtime", "ctime")},
    **{f"datetime.datetime.{name}": CLOCK for name in ("now", "utcnow", "today")},
    "datetime.date.today": CLOCK,
}
OTHER_WAYS = dict.fromkeys(
    ("asyncio", "multiprocessing", "concurrent", "subprocess", "signal", "sched"),
    "threading.Thread, threading.Lock and queue.Queue, as a reader would write it at work",
)
PLAIN = {"threading.Thread", "threading.Lock", "threading.current_thread", "threading.get_ident"}
PLAIN |= {"queue.Queue", "queue.Empty", "queue.Full"}


def _banned(source: Source) -> dict[str, str]:
    if source.is_mistake:
        return {}
    return {
        "lab": SLEEPS | CHANCE | WALL_CLOCK | OTHER_WAYS,
        "answer": SLEEPS | CHANCE | WALL_CLOCK | OTHER_WAYS,
        "kit": SLEEPS | CHANCE | WALL_CLOCK,
        "schedule": CHANCE,
        "test": SLEEPS | CHANCE,
    }.get(source.area, CHANCE)


def names_used(source: Source) -> Iterator[tuple[int, str]]:
    """Every imported name as it is used, in full: `from time import sleep as rest; rest()` uses time.sleep."""
    known: dict[str, str] = {}
    for node in source.nodes:
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield node.lineno, alias.name
                known[alias.asname or alias.name.split(".")[0]] = (
                    alias.name if alias.asname else alias.name.split(".")[0]
                )
        elif isinstance(node, ast.ImportFrom) and not node.level:
            for alias in node.names:
                yield node.lineno, f"{node.module}.{alias.name}"
                known[alias.asname or alias.name] = f"{node.module}.{alias.name}"
    for node in source.nodes:
        first, _, rest = (_dotted(node) or "").partition(".")
        if first in known and (rest or "." in known[first]):
            yield node.lineno, known[first] + (f".{rest}" if rest else "")


def _dotted(node: ast.AST) -> str | None:
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute) and (inner := _dotted(node.value)) is not None:
        return f"{inner}.{node.attr}"
    return None


def banned_calls(source: Source) -> Iterator[str]:
    """Nobody sleeps, draws lots or looks at the wall clock."""
    found = {
        (line, banned, instead)
        for line, name in names_used(source)
        for banned, instead in _banned(source).items()
        if _below(name, banned) and name not in SEEDABLE
    }
    for line, banned, instead in sorted(found):
        yield f"{source.at_line(line)}: {banned} is banned, use {instead}"


def unseeded(source: Source) -> Iterator[str]:
    """`Random` without a seed is as bad as `random`."""
    for node in source.nodes:
        is_empty = isinstance(node, ast.Call) and not node.args and not node.keywords
        if is_empty and (_dotted(node.func) or "").split(".")[-1] == "Random":
            yield f"{source.at_line(node.lineno)}: Random() without a seed is banned, use {CHOSEN}"


def fancy_primitives(source: Source) -> Iterator[str]:
    """A lab, a starter and a solution wait with a thread, a lock and a queue, and with nothing else."""
    if source.area not in ("lab", "answer") or {"mistakes", "alternatives"} & {*source.path.parts}:
        return
    for line, name in names_used(source):
        if name.count(".") == 1 and _below(name, "threading", "queue") and name not in PLAIN:
            yield f"{source.at_line(line)}: {name} is banned, use threading.Thread, threading.Lock and queue.Queue"


# ------------------------------------------------------------ sizes

FUNCTION_LINES_MAX = 40
FILE_LINES = {"lab": 150, "answer": 250, "kit": 250, "schedule": 250, "runner": 250}
NOT_READ_WITH_THE_LAB = {
    "drives",
    "checks",
}  # the exercises' harness is as long as a kit file may be
LONGER = {  # a ratchet: so many lines and no more, and why
    "labs/*/claims.py": (200, "one table: the figures of all scenarios side by side"),
    "labs/*/controls.py": (200, "many small counterexamples, read one at a time"),
    "labs/e08_retries/worker.py": (165, "one class, with its contract in its docstrings"),
    "labs/*/scenarios/redelivery.py": (160, "nine scenarios of one kind, read one at a time"),
}


def functions(source: Source) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    """Every function and method."""
    for node in source.nodes:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node


def length(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """Lines from `def` to the last one."""
    return (function.end_lineno or function.lineno) - function.lineno + 1


def long_functions(source: Source) -> Iterator[str]:
    """No function is longer than a screen."""
    if source.area == "probe":
        return
    for function in functions(source):
        if length(function) > FUNCTION_LINES_MAX:
            yield (
                f"{source.at_line(function.lineno)}: {function.name} has {length(function)} lines; more than "
                f"{FUNCTION_LINES_MAX} are banned, use a function for each idea in it"
            )


def aim(source: Source) -> int | None:
    """How many lines a file of its kind may have."""
    return 250 if NOT_READ_WITH_THE_LAB & {*source.path.parts} else FILE_LINES.get(source.area)


def long_files(source: Source) -> Iterator[str]:
    """One idea a file; what is longer is named with its reason and grows no further."""
    lines = len(source.text.splitlines())
    exceptions = [most for pattern, (most, _) in LONGER.items() if source.path.match(pattern)]
    most = max([aim(source) or lines, *exceptions])
    if lines > most:
        yield f"{source.path}: has {lines} lines; more than {most} are banned, use a file for each idea in it"


# ------------------------------------------------------------ words


NO_SENTENCE_END = re.compile(r"\b(e\.g|i\.e|cf|vs)\.\s")
TITLE = re.compile(r"E\d\d\.\d+ .+ \(\d+ minutes\)")  # how an exercise opens
INNER_END = re.compile(r"[.!?][\"')]?\s+[A-Z]")


def is_sentence(text: str) -> bool:
    """True for one sentence: it ends in a full stop or a question mark, and none ends before."""
    flat = NO_SENTENCE_END.sub("", " ".join(text.split()))
    return flat.endswith((".", "?")) and not flat.endswith("..") and INNER_END.search(flat) is None


def _first_paragraph(text: str) -> str:
    return text.strip().split("\n\n")[0]


def module_docstrings(source: Source) -> Iterator[str]:
    """A file opens with one sentence on its part in the story."""
    text = ast.get_docstring(source.tree)
    if text is None:
        if source.text.strip():
            yield f"{source.path}: a file without a docstring is banned, use one sentence on its part in the story"
        return
    opening = _first_paragraph(text)
    is_title = source.area == "answer" and TITLE.fullmatch(opening) is not None
    if not is_title and not is_sentence(opening):
        yield f"{source.path}: opening with {opening!r} is banned, use one sentence with a full stop"


def class_docstrings(source: Source) -> Iterator[str]:
    """A public class says what it promises."""
    if source.area in ("answer", "probe"):
        return
    for node in source.tree.body:
        is_public = isinstance(node, ast.ClassDef) and not node.name.startswith("_")
        if is_public and ast.get_docstring(node) is None:
            yield f"{source.at_line(node.lineno)}: {node.name} without a docstring is banned, use what it promises"


def claims(source: Source) -> Iterator[str]:
    """Every test and every check has a claim of one sentence as its docstring."""
    for function in functions(source):
        is_test = source.area == "test" and function.name.startswith("test_")
        is_check = "checks" in source.path.parts and function in source.tree.body
        if is_test or (is_check and not function.name.startswith("_")):
            text = ast.get_docstring(function)
            if text is None or not is_sentence(text):
                yield (
                    f"{source.at_line(function.lineno)}: {function.name} with the docstring {text!r} is banned, "
                    "use its claim in one sentence"
                )


BANNED_WORDS = {
    "task": "job",
    "manager": "the name of what it does",
    "helper": "the name of what it does",
    "util": "the name of what it does",
    "utils": "the name of what it does",
    "data": "the name of what it holds",
    "canceled": "cancelled",
    "mgr": "the name of what it does",
}
LANGUAGE = re.compile("context_?manager", re.IGNORECASE)  # what Python calls it
REAL_NAMES = {"task_done", "unfinished_tasks", "all_tasks_done"}  # queue.Queue's own


def names_given(nodes: list[ast.AST]) -> Iterator[tuple[int, str]]:
    """Every name that a file gives to something."""
    for node in nodes:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.lineno, node.name
        elif isinstance(node, ast.arg):
            yield node.lineno, node.arg
        elif isinstance(node, ast.Name | ast.Attribute) and isinstance(node.ctx, ast.Store):
            yield node.lineno, node.id if isinstance(node, ast.Name) else node.attr
        elif isinstance(node, ast.alias) and node.asname:
            yield node.lineno, node.asname


def banned_words(source: Source) -> Iterator[str]:
    """Names are the field's terms."""
    if source.area == "probe":
        return
    given = [(1, source.path.stem), *names_given(source.nodes)]
    for line, name in sorted(set(given)):
        if name in REAL_NAMES:
            continue
        for word in re.findall(r"[A-Z]?[a-z]+|[A-Z]+", LANGUAGE.sub("", name)):
            singular = word.lower().removesuffix("s")
            for banned in {word.lower(), singular} & BANNED_WORDS.keys():
                yield f"{source.at_line(line)}: {banned!r} in {name} is banned, use {BANNED_WORDS[banned]}"


# ------------------------------------------------------------ errors, suppressions, places


def bare_excepts(source: Source) -> Iterator[str]:
    """Nobody catches everything without a word."""
    if {"mistakes", "alternatives"} & {*source.path.parts}:  # written as anybody might
        return
    lines = source.text.splitlines()
    for node in source.nodes:
        if not isinstance(node, ast.ExceptHandler):
            continue
        line = lines[node.lineno - 1]
        if node.type is None:
            yield f"{source.at_line(node.lineno)}: a bare except is banned, use the errors that are meant"
        elif _dotted(node.type) in ("Exception", "BaseException"):
            raises = any(isinstance(inner, ast.Raise) for inner in ast.walk(node))
            if not raises and not REASONED.search(line):
                yield (
                    f"{source.at_line(node.lineno)}: catching {_dotted(node.type)} for good is banned, use a re-raise "
                    "or `noqa: BLE001 - reason`"
                )


SUPPRESSION = re.compile(r"#\s*(?:ruff: )?noqa\b|#\s*fmt: (?:off|skip)|#\s*pragma\b")
REASONED = re.compile(r"#\s*(?:ruff: )?noqa(?:: [A-Z]+[0-9]+(?:, ?[A-Z]+[0-9]+)*)? - \S+")


def unreasoned(source: Source) -> Iterator[str]:
    """Every suppression of a rule names the rule and has a reason."""
    for number, line in enumerate(source.text.splitlines(), 1):
        found = SUPPRESSION.search(line)
        if found and "noqa" in found.group() and not REASONED.search(line):
            yield f"{source.at_line(number)}: a noqa without a reason is banned, use `noqa: CODE - why`"


MACHINE_PATH = re.compile(
    r"(?<![\w.:/*])/(?:home|Users|root|tmp|work|mnt)/[\w.-]"
    r"|\b[A-Z]:\\\\?(?:Users|Windows|Program)"
)


def machine_paths(where: str, text: str) -> Iterator[str]:
    """No file speaks of a place on one machine."""
    for number, line in enumerate(text.splitlines(), 1):
        for found in MACHINE_PATH.findall(line):
            yield f"{where}:{number}: the absolute path {found!r} is banned, use one that counts from the root"


def lines_beside_tests(source: Source) -> int:
    """How many lines a file has beside its imports, its docstrings, its blank lines and its tests."""
    texts = {
        line
        for node in source.nodes
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)
        and ast.get_docstring(node) is not None
        for line in range(node.body[0].lineno, (node.body[0].end_lineno or 0) + 1)
    }
    lines = source.text.splitlines()
    counted = 0
    for node in source.tree.body:
        if isinstance(node, ast.Import | ast.ImportFrom) or getattr(node, "name", "").startswith(
            "test_"
        ):
            continue
        first = min([node.lineno, *(d.lineno for d in getattr(node, "decorator_list", []))])
        span = range(first, (node.end_lineno or first) + 1)
        counted += sum(line not in texts and bool(lines[line - 1].strip()) for line in span)
    return counted
