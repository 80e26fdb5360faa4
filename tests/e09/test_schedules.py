"""Every schedule: each side of each scenario explored in a process of its own, and judged here."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from labs.e09_destructive_read.claims import EXPECTED
from labs.e09_destructive_read.scenarios import DRIVES
from labs.kit.scenario import Observation

ROOT = Path(__file__).resolve().parents[2]


def explored(name: str, side: str) -> tuple[dict[str, Any], list[Observation]]:
    """What the child printed, and its distinct outcomes."""
    command = [sys.executable, "-B", "-m", "tests.e09.explored", name, side]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=100)
    assert ran.returncode == 0, ran.stderr
    found = json.loads(ran.stdout)
    return found, [Observation(**entry["outcome"]) for entry in found["seen"]]


@pytest.mark.parametrize("name", DRIVES)
def test_in_every_schedule(name: str) -> None:
    """In all schedules the figures are met, and in one of them at least the control breaks as it must."""
    expected = EXPECTED[name]
    protected, runs = explored(name, "protected")
    control, controls = explored(name, "control")

    for run in runs:
        assert [met for met in expected.figures(expected.protected, run) if not met.held] == []
        assert (expected.invariant.holds(run), expected.struck(run)) == (True, True)
    broken = [run for run in controls if not expected.invariant.holds(run)]
    assert [met for met in expected.figures(expected.control, broken[0]) if not met.held] == []
    assert [(side["verdict"], side["exhausted"]) for side in (protected, control)] == [
        ("HOLDS", True)
    ] * 2


def test_two_consumers_race() -> None:
    """The race has more than one schedule on either side, and both outcomes on the broken one."""
    protected, control = (
        explored("two-consumers", "protected"),
        explored("two-consumers", "control"),
    )

    told = sorted(run.observed["told"] for run in control[1])
    assert (protected[0]["explored"] > 1, control[0]["explored"] > 1) == (True, True)
    assert ["Result", "Result"] in told
    assert ["HardCap", "Result"] in told
