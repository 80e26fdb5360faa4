"""The rules of the house, held: who imports whom, what is banned and what to use instead, sizes, words."""

import os
import statistics
import subprocess
import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from itertools import chain
from pathlib import PurePosixPath

import pytest

from labs.kit.manifest import discover
from tests import house
from tests.house import ROOT, Source

SOURCES = house.sources()
RULES = [
    house.foreign_imports,
    house.child_sees_no_figure,
    house.banned_calls,
    house.unseeded,
    house.fancy_primitives,
    house.long_functions,
    house.long_files,
    house.module_docstrings,
    house.class_docstrings,
    house.claims,
    house.banned_words,
    house.bare_excepts,
    house.unreasoned,
]
Rule = Callable[[Source], Iterator[str]]


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.__name__)
def test_the_project_keeps_the_rule(rule: Rule) -> None:
    """Every file of the project keeps the rule."""
    assert list(chain.from_iterable(map(rule, SOURCES))) == []


def test_each_lab_has_a_reading_order() -> None:
    """Inside a lab each file imports only those above it."""
    assert list(house.out_of_order(SOURCES)) == []


def test_the_project_is_looked_at() -> None:
    """The rules see every part of the project, so that an empty list means something."""
    seen = {source.area for source in SOURCES}

    assert seen == {"kit", "schedule", "runner", "lab", "answer", "command", "test", "probe"}


@pytest.mark.parametrize("pattern", house.LONGER)
def test_an_exception_is_needed(pattern: str) -> None:
    """Every kind of file that may be longer has one that is longer than its aim, and a reason."""
    files = [source for source in SOURCES if source.path.match(pattern)]
    most, reason = house.LONGER[pattern]

    assert [source for source in files if house.aim(source) < len(source.text.splitlines()) <= most]
    assert len(reason.split()) > 3


@pytest.mark.parametrize(
    "areas", [("lab",), ("kit", "schedule"), ("runner", "command")], ids="+".join
)
def test_functions_are_short(areas: tuple[str, ...], record_property) -> None:
    """Half of the functions have at most 8 lines, and nine of ten at most 20."""
    lengths = sorted(
        house.length(function)
        for source in SOURCES
        if source.area in areas
        for function in house.functions(source)
    )
    median, p90 = statistics.median(lengths), lengths[len(lengths) * 9 // 10]
    report = f"{len(lengths)} functions, median {median}, p90 {p90}, longest {lengths[-1]}"
    record_property("functions", report)

    assert (median <= 8, p90 <= 20) == (True, True), report


@pytest.mark.parametrize("lab", discover(), ids=lambda lab: lab.id)
def test_every_scenario_has_a_claim(lab) -> None:
    """Every scenario of every lab has its claim, one sentence, as its docstring."""
    drives = import_module(f"{lab.package}.scenarios").DRIVES

    assert [name for name, drive in drives.items() if not house.is_sentence(drive.claim)] == []


TEXTS = (".py", ".md", ".toml", ".yaml", ".yml", ".json", ".txt", ".cfg", ".sh")


def test_no_file_names_a_machines_path() -> None:
    """No file of the project speaks of an absolute place on one machine."""
    found = []
    for path in sorted(ROOT.rglob("*")):
        place = path.relative_to(ROOT)
        ours = not any(part.startswith(".") and part not in (".ci",) for part in place.parts)
        if ours and path.suffix in TEXTS and "exercises" not in place.parts:
            found += house.machine_paths(place.as_posix(), path.read_text("utf-8"))

    assert found == []


REENACTED = ["c01", "c16", "c29", "c31", "c34"]


@pytest.mark.parametrize("case", REENACTED)
def test_a_case_is_reenacted_in_thirty_lines(case: str) -> None:
    """A case that is re-enacted whole takes at most 30 lines beside its imports, its texts and its tests."""
    (source,) = [s for s in SOURCES if s.path.match(f"tests/cases/test_{case}_*.py")]

    assert house.lines_beside_tests(source) <= 30


# ------------------------------------------------------------ two runs, one trace


def run_json(seed: str, *flags: str) -> subprocess.Popen[bytes]:
    """Start the first lab with `--json` under that hash seed."""
    return subprocess.Popen(
        [sys.executable, "-B", *flags, ROOT / "lab_runner.py", "E08", "--json"],
        env={**os.environ, "PYTHONHASHSEED": seed},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def test_two_runs_give_the_same_bytes() -> None:
    """Two runs of a lab with `--json` give the same bytes under two hash seeds, one without any installed package."""
    runs = [run_json("0"), run_json("4711", "-S")]
    (one, _), (two, errors) = [run.communicate(timeout=110) for run in runs]

    assert [run.returncode for run in runs] == [0, 0], errors
    assert one == two
    assert one.startswith(b"{")


# ------------------------------------------------------------ each rule can fail


def bad(path: str, text: str) -> Source:
    """Make a file that does not exist."""
    return Source(PurePosixPath(path), text)


LAB, KIT = "labs/e08_retries/jobs.py", "labs/kit/clock.py"
ANSWER, MISTAKE = "solutions/e08_retries/e1.py", "labs/e08_retries/mistakes/e1/sleeps.py"
RUNNER, TEST = "labs/runner/command.py", "tests/test_x.py"
CHECKS = "labs/e08_retries/checks/e1.py"
SAYS = '"""A sentence."""\n'

BROKEN = [
    (house.foreign_imports, KIT, "import rich", "rich is banned"),
    (house.foreign_imports, KIT, "from labs.e08_retries.jobs import Job", "e08_retries.jobs.Job"),
    (house.foreign_imports, KIT, "def f():\n    import labs.runner.judge", "labs.runner.judge"),
    (house.foreign_imports, LAB, "from labs.runner import judge", "labs.runner.judge is banned"),
    (house.foreign_imports, LAB, "from labs.e09_x.wait import wait", "labs.e09_x.wait.wait"),
    (house.foreign_imports, LAB, "from labs import runner", "labs.runner is banned"),
    (house.foreign_imports, LAB, "from . import worker", "relative import is banned"),
    (house.foreign_imports, LAB, "import rich.console", "rich.console is banned"),
    (house.foreign_imports, LAB, "from labs.kit.schedule import explore", "use plain threads"),
    (
        house.foreign_imports,
        ANSWER,
        "from labs.e11_x.breaker import B",
        "e11_x.breaker.B is banned",
    ),
    (house.foreign_imports, ANSWER, "import pytest", "pytest is banned"),
    (house.foreign_imports, MISTAKE, "import numpy", "numpy is banned"),
    (
        house.foreign_imports,
        RUNNER,
        "import labs.e08_retries.claims",
        "finds labs by their folders",
    ),
    (house.foreign_imports, "lab_runner.py", "import rich", "rich is banned"),
    (
        house.child_sees_no_figure,
        "labs/e08_retries/scenarios/closing.py",
        "from labs.e08_retries.claims import EXPECTED",
        "claims.EXPECTED is banned",
    ),
    (
        house.child_sees_no_figure,
        "labs/e08_retries/drives/e1.py",
        "from labs.e08_retries import invariants",
        "invariants is banned",
    ),
    (
        house.banned_calls,
        LAB,
        "import time\ntime.sleep(1)",
        "time.sleep is banned, use labs.kit.gate",
    ),
    (house.banned_calls, LAB, "from time import sleep as rest", "time.sleep is banned"),
    (house.banned_calls, LAB, "import time as t\nt.sleep(1)", "time.sleep is banned"),
    (house.banned_calls, TEST, "import time\nwait = time.sleep", "time.sleep is banned"),
    (house.banned_calls, KIT, "import time\ntime.monotonic()", "time.monotonic is banned"),
    (house.banned_calls, LAB, "import random\nrandom.random()", "random is banned, use a fault"),
    (house.banned_calls, LAB, "from random import choice", "random is banned"),
    (house.banned_calls, TEST, "import random\nrandom.seed(1)", "random is banned"),
    (house.banned_calls, LAB, "import uuid\nuuid.uuid4()", "uuid.uuid4 is banned"),
    (
        house.banned_calls,
        ANSWER,
        "import datetime\ndatetime.datetime.now()",
        "datetime.now is banned",
    ),
    (house.banned_calls, LAB, "from datetime import datetime\ndatetime.now()", "datetime.now is"),
    (house.banned_calls, LAB, "from datetime import date\ndate.today()", "date.today is banned"),
    (house.banned_calls, LAB, "import asyncio", "asyncio is banned"),
    (house.unseeded, TEST, "import random\nr = random.Random()", "without a seed is banned"),
    (house.unseeded, TEST, "from random import Random\nr = Random()", "without a seed is banned"),
    (
        house.fancy_primitives,
        LAB,
        "import threading\nthreading.Event()",
        "threading.Event is banned",
    ),
    (house.fancy_primitives, ANSWER, "from threading import RLock", "threading.RLock is banned"),
    (
        house.fancy_primitives,
        LAB,
        "import queue\nqueue.SimpleQueue()",
        "queue.SimpleQueue is banned",
    ),
    (house.long_functions, LAB, "def f():\n" + "    pass\n" * 40, "f has 41 lines"),
    (house.long_files, LAB, "x = 1\n" * 151, "has 151 lines; more than 150 are banned"),
    (house.long_files, KIT, "x = 1\n" * 251, "more than 250 are banned"),
    (house.long_files, "labs/e08_retries/claims.py", "x = 1\n" * 201, "more than 200 are banned"),
    (house.long_files, CHECKS, "x = 1\n" * 251, "more than 250 are banned"),
    (house.module_docstrings, LAB, "x = 1", "without a docstring is banned"),
    (house.module_docstrings, LAB, '"""No full stop"""', "use one sentence"),
    (house.module_docstrings, LAB, '"""Two. Sentences."""', "use one sentence"),
    (house.class_docstrings, LAB, "class Job:\n    pass", "Job without a docstring is banned"),
    (house.claims, TEST, "def test_a():\n    pass", "test_a with the docstring None"),
    (house.claims, TEST, 'class T:\n def test_a(self):\n  """One. Two."""', "use its claim"),
    (house.claims, TEST, 'def test_a():\n    """One.\n\n    Two."""', "use its claim"),
    (house.claims, CHECKS, "def redelivery(run):\n    pass", "redelivery with the docstring None"),
    (
        house.banned_words,
        LAB,
        "class TaskManager: pass",
        "'task' in TaskManager is banned, use job",
    ),
    (house.banned_words, LAB, "class TaskManager: pass", "'manager' in TaskManager is banned"),
    (house.banned_words, LAB, "def run(tasks): pass", "'task' in tasks is banned"),
    (house.banned_words, LAB, "self.raw_data = 1", "'data' in raw_data is banned"),
    (house.banned_words, "labs/kit/utils.py", SAYS, "'util' in utils is banned"),
    (house.banned_words, LAB, "canceled = True", "'canceled' in canceled is banned, use cancelled"),
    (house.banned_words, LAB, "import queue as helper", "'helper' in helper is banned"),
    (house.bare_excepts, LAB, "try:\n    pass\nexcept:\n    raise", "a bare except is banned"),
    (house.bare_excepts, LAB, "try:\n    f()\nexcept Exception:\n    pass", "catching Exception"),
    (house.bare_excepts, TEST, "try:\n    f()\nexcept BaseException:\n    pass", "BaseException"),
    (house.unreasoned, LAB, "x = 1  # " + "noqa", "without a reason is banned"),
    (house.unreasoned, LAB, "x = 1  # " + "noqa: E501", "without a reason is banned"),
    (house.unreasoned, LAB, "x = 1  # " + "noqa: E501 -", "without a reason is banned"),
]


@pytest.mark.parametrize(("rule", "path", "text", "says"), BROKEN)
def test_a_rule_finds_what_breaks_it(rule: Rule, path: str, text: str, says: str) -> None:
    """A file that breaks a rule is found, and the finding says what is banned and what to use."""
    found = list(rule(bad(path, text)))

    assert [says] == [says for line in found if says in line][:1], found
    assert all(line.startswith(path) for line in found)


KEPT = [
    (house.foreign_imports, LAB, "from labs.e08_retries.retry import backoff_s"),
    (house.foreign_imports, RUNNER, "import rich\nimport labs.runner.judge\nimport labs.kit.clock"),
    (house.foreign_imports, TEST, "import labs.runner, hypothesis"),
    (house.child_sees_no_figure, CHECKS, "from labs.e08_retries.invariants import ends"),
    (house.banned_calls, MISTAKE, "import time\ntime.sleep(1)"),
    (house.banned_calls, LAB, "def f(sleep): sleep(1)"),
    (house.banned_calls, TEST, "import random\nr = random.Random(7)\nr.random()"),
    (house.banned_calls, TEST, "from random import Random\nr = Random(7)"),
    (house.banned_calls, RUNNER, "import time\ntime.monotonic()"),
    (house.fancy_primitives, LAB, "import threading\nthreading.Lock(); threading.Thread()"),
    (house.long_functions, LAB, "def f():\n" + "    pass\n" * 39),
    (house.module_docstrings, LAB, '"""One sentence, e.g. This.\n\nAnd then. More."""'),
    (house.module_docstrings, LAB, ""),
    (house.class_docstrings, LAB, "class _Mark: pass"),
    (house.claims, CHECKS, "def _world(run): pass"),
    (house.banned_words, LAB, "from dataclasses import dataclass\nmetadata = database = 1"),
    (house.banned_words, KIT, "class Queue:\n    def task_done(self): pass"),
    (house.banned_words, LAB, "def context_manager(): pass\nclass ContextManager: pass"),
    (house.bare_excepts, LAB, "try:\n    f()\nexcept Exception as e:\n    raise E from e"),
    (house.unreasoned, LAB, "x = 1  # " + "noqa: E501, B008 - the figure is one word"),
]


@pytest.mark.parametrize(("rule", "path", "text"), KEPT)
def test_a_rule_leaves_others_alone(rule: Rule, path: str, text: str) -> None:
    """A file that keeps a rule is not found by it."""
    assert list(rule(bad(path, text))) == []


def test_an_import_from_below_is_found() -> None:
    """A file that imports one below it in reading order is found, and so is a circle."""
    below = [
        bad(LAB, "from labs.e08_retries.worker import Worker"),
        bad("labs/e08_retries/worker.py", ""),
    ]
    circle = [
        bad("labs/e12_new/a.py", "import labs.e12_new.b"),
        bad("labs/e12_new/b.py", "from labs.e12_new import a"),
    ]

    assert "worker stands below it and is banned" in "".join(house.out_of_order(below))
    assert len(list(house.out_of_order(circle))) == 2
    assert list(house.out_of_order([*below[1:], circle[1]])) == []


PLACES = ["{}home/ann/x", "{}tmp/a", "see {}root/.cache", "C:{}Users"]  # no place of its own either


@pytest.mark.parametrize("place", PLACES)
def test_a_machines_path_is_found(place: str) -> None:
    """A text that names a place on one machine is found."""
    slash = "\\" if place.startswith("C") else "/"

    assert len(list(house.machine_paths("README.md", f"cd {place.format(slash)}"))) == 1


@pytest.mark.parametrize("place", ["labs/tmp/x", "https://a.b/home/x", "./work/x", "a/root/b"])
def test_a_path_from_the_root_is_fine(place: str) -> None:
    """A path that counts from the root, and an address, are not found."""
    assert list(house.machine_paths("README.md", f"cd {place}")) == []
