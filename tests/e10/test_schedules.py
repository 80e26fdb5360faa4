"""Every schedule: the lab's own command, and bodies explored in a process of their own."""

import json
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
EXPLORE = """
import sys
from pathlib import Path
from labs.kit import schedule
from labs.kit.schedule import loader
root, path, name = Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3]
loader.install([root / "labs", path])
body = getattr(loader.load(path, "bodies"), name)
found = schedule.explore(body, reset=loader.fresh, timeouts="idle")
print(found.verdict, found.exhausted, found.explored > 1, found.explored, found.reason, found.report)
"""


@cache
def document() -> tuple[int, dict[str, Any]]:
    """The exit code and the outcome of the whole lab."""
    command = [sys.executable, "-B", "lab_runner.py", "E10", "--json"]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=100)
    return ran.returncode, json.loads(ran.stdout)


def test_the_lab_passes() -> None:
    """The command passes the lab, with every schedule of every scenario."""
    code, outcome = document()

    assert (code, outcome["verdict"], len(outcome["scenarios"])) == (0, "PASS", 10)
    assert [
        entry["id"] for entry in outcome["scenarios"] if not entry["schedules"]["exhausted"]
    ] == []


def test_two_consumers_race() -> None:
    """The two consumers of one job meet in many schedules; nine scenarios have one thread, and so one."""
    explored = {
        entry["id"]: entry["schedules"]["explored"]
        for entry in document()[1]["scenarios"]
        if entry["schedules"]["explored"] > 1
    }

    assert explored == {"cas-requeue": 40}


@pytest.mark.parametrize(
    "name", ["two_workers_one_job", "two_failures_at_once", "a_failure_as_the_time_ends"]
)
def test_in_every_schedule(name: str) -> None:
    """The body's assertions hold in all of its schedules, of which there is more than one."""
    command = [sys.executable, "-B", "-c", EXPLORE, ROOT, ROOT / "tests/e10/bodies.py", name]
    explored = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=100)

    assert explored.stdout.split(maxsplit=3)[:3] == ["HOLDS", "True", "True"], explored
