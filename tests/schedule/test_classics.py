"""The classic mistakes with threads are found, and their right forms hold in every schedule."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from labs.kit.schedule import explore, loader

CLASSICS: Any = loader.load(Path(__file__).parent / "classics.py", "schedule_classics")

VERDICTS = {
    "wake_up_lost": "DEADLOCK",
    "wake_up_kept": "HOLDS",
    "daemon_interferes": "BROKEN",
    "ack_forgotten": "DEADLOCK",
    "barrier_of_three_for_two": "DEADLOCK",
    "foreign_release": "BROKEN",
    "lock_freed_by_an_error": "HOLDS",
    "philosophers_starve": "DEADLOCK",
    "philosophers_dine": "HOLDS",
    "looked_before_locking": "BROKEN",
    "semaphore_for_two": "BROKEN",
    "join_given_up": "BROKEN",
    "stack_for_a_queue": "BROKEN",
    "handed_over_for_good": "HOLDS",
    "handed_over_and_changed": "BROKEN",
    "slept_exactly": "BROKEN",
    "threads_of_threads": "BROKEN",
    "event_cleared": "DEADLOCK",
    "worker_dies": "BROKEN",
}


@pytest.mark.parametrize("name", VERDICTS)
def test_a_classic_gets_its_verdict(name: str) -> None:
    """The mistake is found by its kind; the right form holds."""
    found = explore(getattr(CLASSICS, name))

    assert found.verdict == VERDICTS[name], found.report


@pytest.mark.parametrize("name", ["slept_exactly", "join_given_up"])
def test_idle_timeouts_take_the_time_they_say(name: str) -> None:
    """What breaks because a timeout may fire early holds if it fires only when nothing can run."""
    assert explore(getattr(CLASSICS, name), timeouts="idle").verdict == "HOLDS"


def test_a_lost_wake_up_is_told() -> None:
    """The report shows the notify before the wait, and who waits for one in vain."""
    report = explore(CLASSICS.wake_up_lost).report

    assert report.index("notify   Condition 1") < report.index("wait     Lock 1")
    assert ": a notify, then Lock 1" in report
