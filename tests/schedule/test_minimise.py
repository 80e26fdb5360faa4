"""A failing schedule is locally minimal: no two of its segments can be merged and still fail."""

from __future__ import annotations

from collections.abc import Callable
from itertools import groupby, pairwise
from pathlib import Path
from typing import Any

import pytest

from labs.kit.schedule import Run, choice, explore, loader, minimise, replay
from labs.kit.schedule.baton import point
from labs.kit.schedule.minimise import Guide, Outline
from labs.kit.schedule.modelled import MODULES
from labs.kit.schedule.play import Rules, play
from labs.kit.schedule.replay import parsed

CASES: Any = loader.load(Path(__file__).parent / "cases.py", "schedule_cases")
T = MODULES["threading"]


def segments(schedule: str) -> int:
    return len(
        [lane for lane, _ in groupby(number for choice, number in parsed(schedule) if not choice)]
    )


def three_times(act: Callable[[], None]) -> None:
    threads = [T.Thread(target=act) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def lost_by_three() -> None:
    """Three threads count to six; two are enough to lose one."""
    total = [0]

    def add_twice() -> None:
        for _ in range(2):
            point("read", ("total", ""), False)
            before = total[0]
            point("write", ("total", ""), True)
            total[0] = before + 1

    three_times(add_twice)
    assert total[0] == 6


def merged(schedule: str) -> list[Guide]:
    """Every schedule with two neighbouring segments of one thread merged, either way."""
    outline = Outline.of_decisions(schedule)
    guides = []
    for lane in {lane for lane, _ in outline.segments}:
        own = [at for at, (owner, _) in enumerate(outline.segments) if owner == lane]
        for first, second in pairwise(own):
            for source, target in ((first, second), (second, first)):
                rest = list(outline.segments)
                rest[target] = lane, rest[target][1] + rest[source][1]
                del rest[source]
                guides.append(Guide(rest, outline.answers))
    return guides


def failing(body: Callable[[], object]) -> list[str]:
    """The schedules that fail, as the search found them."""
    found: list[str] = []

    def note(run: Run) -> None:
        if run.verdict in ("BROKEN", "DEADLOCK"):
            found.append(run.schedule)

    explore(body, stop_at_first=False, on_run=note, max_runs=300)
    return found


BODIES = [
    CASES.lost_update,
    CASES.check_then_act,
    CASES.opposite_orders,
    CASES.first_come,
    lost_by_three,
]


@pytest.mark.parametrize("body", BODIES, ids=[body.__name__ for body in BODIES])
def test_no_two_segments_can_be_merged(body: Callable[[], object]) -> None:
    """Of every failing schedule, the minimal one fails, and no merging of two segments does."""
    for schedule in failing(body)[:10]:
        smallest = minimise(body, schedule, lambda run: run.verdict in ("BROKEN", "DEADLOCK"))

        assert replay(body, smallest).verdict in ("BROKEN", "DEADLOCK")
        assert segments(smallest) <= segments(schedule)
        for guide in merged(smallest):
            run = play(body, guide, Rules())
            assert run.verdict == "HOLDS" or segments(run.schedule) >= segments(smallest)


def test_faults_that_are_not_needed_are_left_out() -> None:
    """Of four choices only the one that breaks the claim stays answered 1."""

    def body() -> None:
        crashed = [choice(2, f"crash {number}") for number in range(4)]
        assert not crashed[2]

    assert minimise(body, "?1x4", lambda run: run.verdict == "BROKEN") == "?0x2.?1.?0"


def test_the_claim_is_the_callers() -> None:
    """What counts as failing may be read off the outcome of a run that came to its end."""

    def body() -> tuple[str, ...]:
        order: list[str] = []

        def note(name: str) -> None:
            for _ in range(2):
                point("write", ("order", ""), True)
                order.append(name)

        threads = [T.Thread(target=note, args=(name,)) for name in "AB"]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        return tuple(order)

    smallest = minimise(
        body, "0.1x2.2x2.1.2.1.2.0x3", lambda run: bool(run.outcome) and run.outcome[0] == "A"
    )

    assert replay(body, smallest).outcome == ("A", "A", "B", "B")


def test_minimising_is_counted_apart() -> None:
    """The runs spent on the smallest schedule are no explored schedules."""
    found = explore(lost_by_three)

    assert found.minimising > 1
    assert found.explored + found.blocked < 10
