"""Every schedule: the lab's own command, and the race of two consumers in particular."""

import json
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]


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
