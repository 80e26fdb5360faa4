"""Known programs take exactly the schedules they are known to have, and fail as they must."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from labs.kit.schedule import explore, loader
from labs.kit.schedule.dependency import coarse, fine

CASES: Any = loader.load(Path(__file__).parent / "cases.py", "schedule_cases")


def seen(case: Callable[[], object], **options: Any) -> tuple[str, int]:
    """The verdict, and how many schedules it took."""
    found = explore(case, **options)
    return found.verdict, found.explored


@pytest.mark.parametrize(
    ("case", "verdict", "explored"),
    [
        ("lost_update", "BROKEN", 2),
        ("check_then_act", "BROKEN", 2),
        ("check_and_act", "HOLDS", 2),
        ("opposite_orders", "DEADLOCK", 2),
        ("producers_and_consumer", "HOLDS", 6),
        ("spin_for_ever", "ENDLESS", 1),
        ("first_come", "BROKEN", 2),
    ],
)
def test_cases_a_to_g(case: str, verdict: str, explored: int) -> None:
    """The seven programs get their verdicts in so many schedules."""
    assert seen(getattr(CASES, case)) == (verdict, explored)


@pytest.mark.parametrize("relation", [coarse, fine])
@pytest.mark.parametrize(
    ("case", "explored"),
    [
        ("check_and_act_by_3", 6),
        ("check_and_act_by_4", 24),
        ("check_and_act_by_5", 120),
        ("three_racing", 46),
        ("one_job_two_workers", 18),
    ],
)
def test_each_trace_is_run_once(case: str, explored: int, relation: Any) -> None:
    """As many complete runs as there are different orders of dependent steps, by either table."""
    assert seen(getattr(CASES, case), dependent=relation) == ("HOLDS", explored)


@pytest.mark.parametrize(("relation", "explored"), [(coarse, 1512), (fine, 36)])
def test_the_table_decides_how_many(relation: Any, explored: int) -> None:
    """A put and a get at the two ends of a queue commute: 36 schedules instead of 1,512."""
    assert seen(CASES.feeder_and_two_workers, dependent=relation) == ("HOLDS", explored)


@pytest.mark.parametrize("reduction", ["sleep", "none"])
def test_other_reductions_answer_the_same(reduction: Any) -> None:
    """Without the reduction there is more to run, and nothing else to find."""
    assert seen(CASES.lost_update, reduction=reduction)[0] == "BROKEN"
    assert seen(CASES.opposite_orders, reduction=reduction)[0] == "DEADLOCK"


def test_sleep_sets_run_no_trace_twice() -> None:
    """Sleep sets alone complete as many runs as source sets, and give more of them up."""
    by_sleep = explore(CASES.three_racing, reduction="sleep")
    by_source = explore(CASES.three_racing, reduction="source")

    assert (by_sleep.explored, by_source.explored) == (46, 46)
    assert by_sleep.blocked > by_source.blocked
