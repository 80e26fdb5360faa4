"""What student files do: each gets its own clear verdict, nothing is left running, the terminal stays usable."""

import json
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
SOLUTION = (ROOT / "solutions" / "e08_retries" / "e1_apply_once.py").read_text(encoding="utf-8")
DOOR = "        with self._lock:  # Check"


def first(code: str) -> str:
    """The answer, with code that runs before everything else in `apply_once`."""
    lines = "".join(f"        {line}\n" for line in code.splitlines())
    assert DOOR in SOLUTION
    return SOLUTION.replace(DOOR, lines + DOOR)


HOSTILE = {  # the answer's text, its verdict, and what the student is told
    "endless": (first("while True:\n    pass"), "STUCK", "endless.py:"),
    "endless_in_steps": (first("while True:\n    self._total += 0"), "STUCK", "no end within"),
    "endless_import": (SOLUTION + "\nwhile True:\n    pass\n", "STUCK", "endless_import.py:"),
    "deadlock": (first("self._lock.acquire()"), "STUCK", "held by main"),
    "thread_left_behind": (
        first("threading.Thread(target=threading.Event().wait).start()"),
        "STUCK",
        "LEAKED",
    ),
    "swallows_everything": (
        first(
            "while True:\n    try:\n        self._total += 0\n    except BaseException:\n        pass"
        ),
        "STUCK",
        "no end within",
    ),
    "exits_at_once": (first("import os\nos._exit(0)"), "FAIL", "ended with exit code 0"),
    "sys_exit": (first("import sys\nsys.exit(0)"), "FAIL", "sys.exit"),
    "sys_exit_import": ("import sys\nsys.exit(0)\n", "FAIL", "SystemExit"),
    "syntax_error": (SOLUTION + "\ndef (:\n", "FAIL", "SyntaxError"),
    "import_error": ("import nothing_like_this\n" + SOLUTION, "FAIL", "nothing_like_this"),
    "missing_name": (
        SOLUTION.replace("class EffectStore", "class Shop"),
        "FAIL",
        "has no EffectStore",
    ),
    "wrong_kind": ("EffectStore = 7\n", "FAIL", "EffectStore is int, takes a class"),
    "empty": ("", "FAIL", "has no EffectStore"),
    "keyboard": (first("input('really? ')"), "FAIL", "EOFError"),
    "raises": (first("raise ValueError('boom')"), "FAIL", "ValueError: boom"),
    "child_process": (
        first("import subprocess\nsubprocess.Popen(['true'])"),
        "INCOMPLETE",
        "subprocess",
    ),
    "forks": (first("import os\nos.fork()"), "INCOMPLETE", "fork"),
    "the_labs_own": (
        "from labs.e08_retries.effect_store import EffectStore\n",
        "FAIL",
        "which it is to replace",
    ),
}
CODES = {"PASS": 0, "FAIL": 1, "STUCK": 1, "INCOMPLETE": 3}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_answer(command, tmp_path, name):
    """Each hostile file gets its own verdict within seconds, and says what is wrong in its own lines."""
    text, verdict, told = HOSTILE[name]
    path = tmp_path / f"{name}.py"
    path.write_text(text, encoding="utf-8")
    begun_s = time.monotonic()
    done = command("check", "E08.1", "--file", str(path))
    assert done.stdout.splitlines()[-1] == f"{verdict} exercise E08.1", done.stdout
    assert done.returncode == CODES[verdict]
    assert told in " ".join(done.stdout.split())
    assert "Traceback" not in done.stderr
    assert time.monotonic() - begun_s < 20  # two seconds of silence and a slow machine


@pytest.mark.parametrize("name", ["queue", "threading", "types"])
def test_module_named_like_a_standard_one(command, tmp_path, name):
    """A right answer in a file named like a standard module passes."""
    path = tmp_path / f"{name}.py"
    path.write_text(SOLUTION, encoding="utf-8")
    assert command("check", "E08.1", "--file", str(path)).stdout.endswith("PASS exercise E08.1\n")


def test_flood(command, tmp_path):
    """A right answer that prints 200 MB passes, and none of it reaches the verdict's stream."""
    path = tmp_path / "flood.py"
    path.write_text(first("print('x' * 25_000_000)"), encoding="utf-8")
    done = command("check", "E08.1", "--file", str(path), "--json")
    assert json.loads(done.stdout)["verdict"] == "PASS"


def test_nothing_is_left_beside_the_file(command, tmp_path):
    """Checking writes nothing beside the answer."""
    path = tmp_path / "answer.py"
    path.write_text(SOLUTION, encoding="utf-8")
    command("check", "E08.1", "--file", str(path))
    assert [entry.name for entry in tmp_path.iterdir()] == ["answer.py"]


def test_file_that_is_not_there(command, tmp_path):
    """A file that cannot be read is one line and exit code 2."""
    done = command("check", "E08.1", "--file", str(tmp_path / "nowhere.py"))
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
