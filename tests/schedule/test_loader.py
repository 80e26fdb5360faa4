"""The import hook: which modules it takes, what they get, and what a new run finds in them."""

from __future__ import annotations

import importlib
import inspect
import pickle
import queue
import subprocess
import sys
import textwrap
import threading
import time
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType

import pytest

from labs.kit.schedule import explore, loader, world
from labs.kit.schedule.modelled import MODULES

Load = Callable[..., ModuleType]
REPOSITORY = Path(__file__).parents[2]


@pytest.fixture
def load(tmp_path: Path) -> Iterator[Load]:
    """Write a module, and load it instrumented."""
    names: list[str] = []

    def loaded(text: str | bytes, name: str = "student") -> ModuleType:
        path = tmp_path / f"{name}.py"
        if isinstance(text, str):
            text = textwrap.dedent(text).encode()
        path.write_bytes(text)
        names.append(name)
        return loader.load(path, name)

    yield loaded
    for name in names:
        sys.modules.pop(name, None)


@pytest.fixture
def package(tmp_path: Path) -> Iterator[Path]:
    """A folder on the path, whose modules are instrumented when imported."""
    before = set(sys.modules)
    roots = list(loader._roots)
    loader.install([tmp_path])
    sys.path.insert(0, str(tmp_path))
    importlib.invalidate_caches()
    yield tmp_path
    sys.path.remove(str(tmp_path))
    loader._roots[:] = roots
    for name in set(sys.modules) - before:
        if str(getattr(sys.modules[name], "__file__", "")).startswith(str(tmp_path)):
            del sys.modules[name]


def test_every_form_of_import_gets_the_modelled_module(load: Load) -> None:
    """However a module imports them, the threads and locks are modelled ones."""
    student = load("""
        import importlib
        import queue as q
        import threading
        import time
        from importlib import import_module
        from threading import Lock as Mutex

        def late():
            import threading as inner
            from queue import Queue
            return inner, Queue

        found = [threading, importlib.import_module("threading"), import_module("threading"),
                 __import__("threading"), late()[0]]
        queues, clock, lock = [q.Queue, late()[1]], time, Mutex
    """)

    assert student.found == [MODULES["threading"]] * 5
    assert student.queues == [MODULES["queue"].Queue] * 2
    assert student.clock is MODULES["time"]
    assert student.lock is MODULES["threading"].Lock


def test_star_import_gets_the_modelled_names(load: Load) -> None:
    """`from threading import *` binds the modelled classes."""
    student = load("from threading import *\nfrom queue import *\n")

    assert student.Lock is MODULES["threading"].Lock
    assert student.Queue is MODULES["queue"].Queue


def test_everyone_else_keeps_the_real_ones(load: Load) -> None:
    """Nothing of the process is patched."""
    load("import threading, queue, time, functools")

    assert sys.modules["threading"] is threading
    assert threading.Lock is not MODULES["threading"].Lock
    assert sys.modules["queue"] is queue
    assert sys.modules["time"] is time
    assert "@read" not in vars(sys.modules["builtins"])


def test_a_module_shows_nothing_of_its_instrumentation(load: Load) -> None:
    """Its globals, docstring, annotations, file and source are those that were written."""
    text = '"""Says so."""\nfrom __future__ import annotations\nx: int = 1\n\n\ndef f(a: str):\n    return a.upper()\n'
    student = load(text)

    assert [name for name in vars(student) if name.startswith("@")] == []
    assert student.__doc__ == "Says so."
    assert student.__annotations__ == {"x": "int"}
    assert student.f.__annotations__ == {"a": "str"}
    assert Path(student.__file__).name == "student.py"
    assert student.__spec__.name == student.__name__ == "student"
    assert inspect.getsource(student.f) == "def f(a: str):\n    return a.upper()\n"
    assert student.f("b") == "B"


def test_locals_show_no_temporaries(load: Load) -> None:
    """`locals()` of a function holds the student's variables alone."""
    student = load("""
        def f(xs):
            n = 0
            def g():
                nonlocal n
                n += xs[n + 1]
            g()
            xs[n - 2] += 1
            return sorted(locals())
    """)

    assert student.f([1, 2, 3]) == ["g", "n", "xs"]


def test_source_is_decoded_as_python_does(load: Load) -> None:
    """A coding line is honoured."""
    student = load("# coding: latin-1\nname = 'caf\xe9'\n".encode("latin-1"))

    assert student.name == "caf\xe9"


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("def f(:\n    pass\n", SyntaxError),
        ("def f():\n    return\n\nreturn 1\n", SyntaxError),
        ("import nowhere_to_be_found\n", ModuleNotFoundError),
        ("\n\n1 / 0\n", ZeroDivisionError),
    ],
)
def test_errors_of_an_import_pass_through(
    load: Load, text: str, error: type[BaseException], tmp_path: Path
) -> None:
    """They are those of a plain import, with the student's line, and the name stays free."""
    with pytest.raises(error) as caught:
        load(text)

    with pytest.raises(error) as plain:
        exec(compile(text, str(tmp_path / "student.py"), "exec"), {"__name__": "student"})

    def lines(raised: pytest.ExceptionInfo[BaseException]) -> list[int | None]:
        frames = traceback.extract_tb(raised.value.__traceback__)
        return [frame.lineno for frame in frames if frame.filename.endswith("student.py")]

    assert str(caught.value) == str(plain.value)
    assert lines(caught) == lines(plain)
    assert "student" not in sys.modules


def test_a_traceback_quotes_the_line(load: Load) -> None:
    """The text of a traceback has the student's line and marks the same part of it."""
    text = (
        "def f(xs):\n    return xs[0] + (xs\n        .missing)\n\n\ndef g():\n    return f([1])\n"
    )
    student = load(text)

    def told(module: ModuleType | dict[str, object], name: str) -> str:
        try:
            (vars(module) if isinstance(module, ModuleType) else module)["g"]()  # type: ignore[operator]
        except AttributeError as error:
            lines = traceback.format_exception(error)
            return "".join(lines[2:]).replace(name, "")
        return ""

    plain: dict[str, object] = {}
    exec(compile(text, student.__file__, "exec"), plain)
    assert told(student, "") == told(plain, "")


def test_no_bytecode_is_written(package: Path) -> None:
    """Neither the module nor the folder around it gets a cache."""
    (package / "mod_a.py").write_text("x = 1\n")
    importlib.import_module("mod_a")

    assert not list(package.rglob("*.pyc"))


def test_there_is_one_copy_of_each_module(package: Path) -> None:
    """Classes are the same to all who import them: isinstance, equality and pickle work."""
    (package / "mod_b.py").write_text(
        "from dataclasses import dataclass\n\n@dataclass\nclass Job:\n    key: str\n"
    )
    (package / "mod_c.py").write_text("from mod_b import Job\njob = Job('a')\n")
    other, user = importlib.import_module("mod_b"), importlib.import_module("mod_c")

    assert isinstance(user.job, other.Job)
    assert pickle.loads(pickle.dumps(user.job)) == other.Job("a")
    loader.fresh()
    assert importlib.import_module("mod_b").Job is user.Job


def test_only_what_lies_under_a_root_is_taken(package: Path) -> None:
    """The standard library, the explorer and the runner stay as they are."""
    (package / "mod_d.py").write_text("import json\n")
    importlib.import_module("mod_d")

    assert str(package / "mod_d.py") in loader.instrumented_files()
    assert not any("json" in Path(name).parts for name in loader.instrumented_files())
    assert not any("schedule/run.py" in name for name in loader.instrumented_files())


def test_a_module_imported_too_early_is_an_error(tmp_path: Path) -> None:
    """What is imported before the hook would run unseen, so `install` refuses."""
    program = """
import sys, pathlib
sys.path.insert(0, sys.argv[1])
import early
from labs.kit.schedule import loader
try:
    loader.install([pathlib.Path(sys.argv[1])])
except RuntimeError as error:
    print(error)
"""
    (tmp_path / "early.py").write_text("x = 1\n")
    done = subprocess.run(
        [sys.executable, "-B", "-c", program, str(tmp_path)],
        capture_output=True, text=True, cwd=REPOSITORY, timeout=60,
    )  # fmt: skip

    assert "early" in done.stdout, done.stderr


# What a new run finds.
def states(student: ModuleType, runs: int = 3) -> list[object]:
    """What `run()` answers, run after run."""
    seen: list[object] = []
    for _ in range(runs):
        explore(
            student.run, max_runs=1, on_run=lambda run: seen.append(run.outcome), reset=loader.fresh
        )
    return seen


@pytest.mark.parametrize(
    ("state", "use"),
    [
        ("items = [1]", "items.append(2); return list(items)"),
        ("items = {'a': []}", "items['a'].append(2); items['b'] = 1; return repr(items)"),
        ("from collections import *\nitems = OrderedDict(a=1)", "items['b'] = 1; return repr(items)"),
        ("from collections import *\nitems = deque([1], 3)", "items.append(2); return repr(items)"),
        ("items = {1}", "items.add(2); return sorted(items)"),
        ("count = 0", "global count; count += 1; return count"),
        ("count = 0", "globals()['count'] += 1; return count"),
        ("class A:\n    n = 0", "A.n += 1; return A.n"),
        ("class A:\n    seen = []", "A.seen.append(1); return len(A.seen)"),
        ("class A:\n    pass", "A.new = getattr(A, 'new', 0) + 1; return A.new"),
        ("class A:\n    pass\na = A()\na.n = 0", "a.n += 1; a.m = 1; return vars(a)"),
        ("class A:\n    __slots__ = 'n'\na = A()\na.n = 0", "a.n += 1; return a.n"),
        ("def f(seen=[]):\n    seen.append(1)\n    return len(seen)", "return f()"),
        ("def f():\n    pass\nf.n = 0", "f.n += 1; return f.n"),
        ("def f():\n    pass", "f.n = getattr(f, 'n', 0) + 1; return f.n"),
        (
            "def make():\n    n = 0\n    def f():\n        nonlocal n\n        n += 1\n        return n\n"
            "    return f\nf = make()",
            "return f()",
        ),
        ("import itertools\nids = itertools.count()", "return next(ids)"),
        ("import random\nr = random.Random(1)", "return r.random()"),
        ("import threading\nlock = threading.Lock()", "return lock.acquire(blocking=False)"),
        ("import queue\nq = queue.Queue()", "q.put(1); return q.qsize()"),
        ("import functools\n@functools.cache\ndef f(n):\n    return []", "f(1).append(1); return f(1)"),
        ("import types\nspace = types.SimpleNamespace(n=0)", "space.n += 1; return space.n"),
        ("from collections import *\nd = defaultdict(list)", "d[1].append(1); return repr(d)"),
    ],
)  # fmt: skip
def test_every_run_starts_from_the_first_state(load: Load, state: str, use: str) -> None:
    """What a run has left in a module is gone in the next one."""
    student = load(f"{state}\n\ndef run():\n    {use}\n")

    first, *others = states(student)
    assert others == [first, first]


def test_state_that_cannot_be_made_fresh_is_refused(load: Load) -> None:
    """A generator of a module's state has no second beginning: using it is INCOMPLETE."""
    student = load("""
        def numbers():
            yield 1
            yield 2
        source = numbers()

        def run():
            return next(source)
    """)
    found = explore(student.run, reset=loader.fresh)

    assert found.verdict == "INCOMPLETE"
    assert "student.py:8" in found.reason


def test_what_an_import_adds_to_another_module_stays(package: Path) -> None:
    """A registry that is filled at import is full in every run, also after earlier runs."""
    (package / "mod_e.py").write_text(
        "names = []\n\ndef run():\n    names.append('run')\n    return list(names)\n"
    )
    (package / "mod_f.py").write_text("import mod_e\nmod_e.names.append('f')\n")
    registry = importlib.import_module("mod_e")

    assert states(registry, 2) == [["run"], ["run"]]
    importlib.import_module("mod_f")
    assert states(registry, 2) == [["f", "run"], ["f", "run"]]


def test_identity_survives_a_fresh_state(load: Load) -> None:
    """Nothing is executed twice: classes and containers stay themselves."""
    student = load(
        "items = []\n\nclass A:\n    pass\n\ndef run():\n    items.append(A())\n    return len(items)\n"
    )
    items, cls = student.items, student.A

    assert states(student) == [1, 1, 1]
    assert student.items is items
    assert student.A is cls


def test_no_switch_happens_while_a_module_is_imported(load: Load, package: Path) -> None:
    """An import inside a thread is no step of its own, however much the module does."""
    (package / "mod_g.py").write_text(
        "class A:\n    def __init__(self):\n        self.n = 1\n\nxs = [A().n for _ in range(9)]\n"
    )
    student = load("""
        import threading
        def run():
            thread = threading.Thread(target=lambda: None)
            thread.start()
            import mod_g
            thread.join()
            return sum(mod_g.xs)
    """)
    found = explore(student.run, reset=loader.fresh)

    assert found.verdict == "HOLDS"
    assert found.explored < 5


def test_a_name_of_the_package_is_not_lost(package: Path) -> None:
    """A submodule that a run imports stays an attribute of its package."""
    (package / "pack").mkdir()
    (package / "pack" / "__init__.py").write_text("count = 0\n")
    (package / "pack" / "inner.py").write_text("value = 7\n")
    (package / "mod_h.py").write_text(
        "import pack\n\ndef run():\n    pack.count += 1\n    from pack import inner\n"
        "    return inner.value, pack.count\n"
    )

    assert states(importlib.import_module("mod_h")) == [(7, 1)] * 3


def test_files_are_known_for_reports(load: Load) -> None:
    """A report may name the lines of every instrumented file."""
    student = load("x = 1\n")

    assert student.__file__ in loader.instrumented_files()
    assert student.__name__ in world.MODULES
