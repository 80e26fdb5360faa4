"""A short string replays a schedule, and is refused where the code no longer goes its way."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from labs.kit.schedule import ScheduleMisfit, choice, explore, loader, minimise, replay
from labs.kit.schedule.baton import point
from labs.kit.schedule.modelled import MODULES
from labs.kit.schedule.replay import parsed, written
from labs.kit.schedule.steps import Choice, Step

CASES: Any = loader.load(Path(__file__).parent / "cases.py", "schedule_cases")
T, TIME = MODULES["threading"], MODULES["time"]


def steps(*lanes: int) -> list[Step | Choice]:
    return [Step(lane, "read", ("x", ""), False) for lane in lanes]


def test_a_schedule_is_written_by_run_length() -> None:
    """Equal decisions in a row are counted, and choices are marked."""
    trace = [*steps(0, 0, 0, 0, 1), Choice(1, 1, 2, ""), *steps(10, 10)]

    assert written(trace) == "0x4.1.?1.10x2"


def test_a_schedule_reads_as_it_was_written() -> None:
    """Parsing gives back each decision."""
    assert parsed("0x2.?1x2.3") == [(False, 0), (False, 0), (True, 1), (True, 1), (False, 3)]
    assert parsed("") == []


@pytest.mark.parametrize("text", ["a", "0x", "0x0", "0..1", "0x1x1", "-1", "?", "0x9999999999"])
def test_anything_else_is_no_schedule(text: str) -> None:
    """A string that is no schedule is refused with the part that is not understood."""
    with pytest.raises(ScheduleMisfit, match="not a schedule"):
        parsed(text)


def crash_and_race() -> str:
    """A program with a choice, a race and a reading of the clock."""
    order: list[str] = []

    def work(name: str) -> None:
        point("write", ("order", ""), True)
        order.append(name)
        if choice(2, "crash"):
            TIME.sleep(1)
            order.append(f"{name} crashed at {TIME.monotonic()}")

    threads = [T.Thread(target=work, args=(name,)) for name in "AB"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return " ".join(order)


@pytest.mark.parametrize("timeouts", ["choice", "idle"])
def test_every_schedule_replays_to_its_outcome(timeouts: Any) -> None:
    """Whatever an exploration saw, its string shows again, choices and clock included."""
    seen: dict[str, object] = {}

    def note(run: Any) -> None:
        seen[run.schedule] = run.outcome

    explore(crash_and_race, stop_at_first=False, timeouts=timeouts, on_run=note)

    again = {string: replay(crash_and_race, string, timeouts=timeouts).outcome for string in seen}
    assert again == seen
    assert len(set(seen.values())) > 6


def test_a_failing_schedule_replays_to_its_failure() -> None:
    """The string of a failure, given to `replay` or to `explore`, fails the same way."""
    found = explore(CASES.lost_update)
    assert found.schedule is not None

    run = replay(CASES.lost_update, found.schedule)
    again = explore(CASES.lost_update, replay=found.schedule)

    assert (run.verdict, run.reason, run.report) == ("BROKEN", found.reason, found.report)
    assert (again.verdict, again.explored, again.schedule) == ("BROKEN", 1, found.schedule)


def test_one_schedule_that_holds_proves_nothing() -> None:
    """Replaying a good schedule answers INCOMPLETE, for the others were not run."""
    strings: list[str] = []
    explore(CASES.check_and_act, on_run=lambda run: strings.append(run.schedule))

    found = explore(CASES.check_and_act, replay=strings[0])

    assert (found.verdict, found.exhausted) == ("INCOMPLETE", False)
    assert found.reason == "this schedule holds; the others were not run"


@pytest.mark.parametrize(
    ("schedule", "step"),
    [
        ("0x4.7", "step 5 of 5: thread 7 cannot go on"),
        ("0x4.?1", "step 5 of 5: it answers a choice where the code makes none"),
        ("0x4.1", "step 6 of 5: it ends here, but the code goes on"),
        ("0x4.1x4.2x4.0x50", "step 19 of 62: the code has ended"),
    ],
)
def test_a_schedule_that_does_not_fit_is_refused(schedule: str, step: str) -> None:
    """The refusal names the step at which the schedule and the code part, and why."""
    with pytest.raises(ScheduleMisfit) as refused:
        replay(CASES.lost_update, schedule)

    assert step in str(refused.value)


def test_a_choice_out_of_range_is_refused() -> None:
    """An answer that the code does not offer parts from the code, too."""
    with pytest.raises(ScheduleMisfit, match="step 1 of 1: the code chooses one of 2 crash"):
        replay(lambda: choice(2, "crash"), "?2")


def test_minimising_a_misfit_is_refused() -> None:
    """Only a schedule that fits can be made smaller."""
    with pytest.raises(ScheduleMisfit):
        minimise(CASES.lost_update, "5", lambda _: True)
