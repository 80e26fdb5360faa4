"""`lab_runner.py explore`: anyone's code, each verdict with its last line and exit code."""

import json

import pytest

CODE = """
import threading

def together(*calls):
    threads = [threading.Thread(target=call) for call in calls]
    for thread in threads: thread.start()
    for thread in threads: thread.join()

def holds():
    lock, seen = threading.Lock(), []
    def add():
        with lock: seen.append(1)
    together(add, add)
    assert len(seen) == 2

def broken():
    class C: n = 0
    def add(): C.n += 1
    together(add, add)
    assert C.n == 2, C.n

def raises():
    together(lambda: 1 // 0)

def deadlock():
    a, b = threading.Lock(), threading.Lock()
    def ab():
        with a:
            with b: pass
    def ba():
        with b:
            with a: pass
    together(ab, ba)

def endless():
    flag = []
    while not flag: pass

def leaked():
    threading.Thread(target=threading.Event().wait).start()

def unseen():
    import concurrent.futures
    with concurrent.futures.ThreadPoolExecutor() as pool: pool.submit(print)

def no_step():
    while True: pass
"""

VERDICTS = [
    ("holds", "HOLDS", 0),
    ("broken", "BROKEN", 1),
    ("raises", "BROKEN", 1),
    ("deadlock", "DEADLOCK", 1),
    ("endless", "ENDLESS", 1),
    ("leaked", "LEAKED", 1),
    ("unseen", "INCOMPLETE", 3),
]


@pytest.fixture
def file(tmp_path):
    """A file of somebody's own."""
    path = tmp_path / "own.py"
    path.write_text(CODE, encoding="utf-8")
    return path


@pytest.mark.parametrize(("function", "verdict", "code"), VERDICTS)
def test_verdict(command, file, function, verdict, code):
    """Each verdict ends the output, with the number of schedules, and has its exit code."""
    done = command("explore", f"{file}:{function}")
    assert done.returncode == code, done.stdout + done.stderr
    assert done.stdout.splitlines()[-1].startswith(f"{verdict} own.py:{function} (")
    assert done.stdout.splitlines()[-1].endswith(" schedules)")


def test_json_and_replay(command, file):
    """The JSON form has the fixed fields, and its schedule replays to the same failure."""
    found = json.loads(command("explore", f"{file}:broken", "--json").stdout)
    assert {"verdict", "explored", "exhausted", "schedule", "report"} == found.keys()
    again = command("explore", f"{file}:broken", "--replay", found["schedule"])
    assert again.stdout.splitlines()[-1] == "BROKEN own.py:broken (1 schedules)"


def test_schedule_that_does_not_fit(command, file):
    """A schedule of other code is refused with the step at which it parted."""
    done = command("explore", f"{file}:holds", "--replay", "0x2.7x3")
    assert (done.returncode, done.stdout) == (2, "")
    assert "step" in done.stderr


def test_run_budget(command, file):
    """Reaching a budget never passes."""
    done = command("explore", f"{file}:holds", "--max-runs", "1")
    assert (done.returncode, done.stdout.splitlines()[-1].split()[0]) == (3, "INCOMPLETE")


@pytest.mark.parametrize("target", ["own.py:nothing", "nowhere.py:holds", "own.py", ":holds"])
def test_target_that_is_not_there(command, file, target):
    """A file or function that is not there is one line and exit code 2."""
    done = command("explore", target.replace("own.py", str(file)))
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)


def test_file_that_does_not_parse(command, tmp_path):
    """A file that does not parse decides nothing: INCOMPLETE, with the line."""
    path = tmp_path / "bad.py"
    path.write_text("def f(:\n", encoding="utf-8")
    done = command("explore", f"{path}:f")
    assert (done.returncode, done.stdout.splitlines()[-1]) == (
        3,
        "INCOMPLETE bad.py:f (0 schedules)",
    )
