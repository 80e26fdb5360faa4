"""The report tells a failing run in the code's own lines, within 80 columns, without a path."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from labs.kit.schedule import choice, explore, loader, replay
from labs.kit.schedule.modelled import MODULES

CASES: Any = loader.load(Path(__file__).parent / "cases.py", "schedule_cases")
SOURCE = (Path(__file__).parent / "cases.py").read_text(encoding="utf-8").splitlines()
T = MODULES["threading"]


def line_of(text: str) -> str:
    """Where a line of the cases stands."""
    return f"cases.py:{next(n for n, line in enumerate(SOURCE, 1) if text in line)}"


def test_a_lost_update_is_told_step_by_step() -> None:
    """Lanes by thread, a line a step, `>` at each switch, and the broken claim at the end."""
    found = explore(CASES.lost_update)
    reads, writes = line_of("value = self.value"), line_of("self.value = value + 1")

    told = found.report.splitlines()

    start = next(n for n, line in enumerate(told) if line.startswith("> | 1 |"))
    assert told[:4] == [
        f"schedule {found.schedule}",
        "thread 0 is main",
        "thread 1 is Thread 1",
        "thread 2 is Thread 2",
    ]
    assert told[start + 1] == f"  | 1 |  {reads:11}  read     Counter 1.value"
    assert [line[0] for line in told[4:-3]].count(">") == 4
    assert f"  | | 2  {writes:11}  write    Counter 1.value" in told
    assert told[-2:] == [
        "BROKEN main: AssertionError",
        f"  {line_of('assert counter.value == 2')} in lost_update: assert counter.value == 2",
    ]


FAILING = ["lost_update", "check_then_act", "opposite_orders", "spin_for_ever", "first_come"]


@pytest.mark.parametrize("case", FAILING)
def test_a_report_is_narrow_and_names_no_path(case: str) -> None:
    """No line is longer than 80 columns, and no folder or address shows."""
    report = explore(getattr(CASES, case)).report

    assert max(len(line) for line in report.splitlines()) <= 80
    assert "/" not in report
    assert "\\" not in report
    assert " at 0x" not in report


def test_what_concerns_no_other_thread_is_left_out() -> None:
    """Steps on a thread's own list, and reads of what nobody changes, are counted, not told."""
    report = explore(CASES.lost_update).report

    assert "list 1" not in report
    assert "Store 1.lock" not in explore(CASES.check_then_act).report
    assert "(5 steps that concern no other thread left out)" in report


def test_steps_that_repeat_are_counted() -> None:
    """A loop of one line is one line of the report."""
    report = explore(CASES.spin_for_ever).report

    spins = [line for line in report.splitlines() if "Switch 1.on" in line]
    assert len(spins) == 1
    assert spins[0].endswith("times)")


def test_a_long_report_is_cut_in_the_middle() -> None:
    """Of many different steps the first and the last are told, and how many are left out."""

    def body() -> None:
        locks = [T.Lock() for _ in range(100)]
        T.Thread(target=lambda: None, daemon=True).start()
        for lock in locks:
            lock.acquire()
        raise ValueError

    lines = explore(body).report.splitlines()

    assert len(lines) < 80
    assert sum("more steps" in line for line in lines) == 1


def test_choices_are_told_with_their_label() -> None:
    """A fault that was chosen stands in the report as a step of its thread."""

    def body() -> None:
        assert not choice(2, "crash before the ack")

    report = explore(body).report

    assert "choose   1 of 0..1 crash before the ack" in report


def test_threads_go_by_the_names_they_were_given() -> None:
    """A thread that has a name is told by it."""

    def body() -> None:
        for name in ("feeder", "feeder"):
            T.Thread(target=lambda: None, name=name).start()
        raise ValueError("seen")

    report = explore(body).report

    assert "thread 1 is feeder\nthread 2 is feeder 2\n" in report


def held(body: Callable[[], object]) -> str:
    return replay(body, "").report


def test_a_run_that_holds_is_told_as_well() -> None:
    """Any replay has a report, with the verdict of its run."""
    assert held(lambda: None) == "schedule\nthread 0 is main\n\nHOLDS"


README = Path(__file__).parents[2] / "labs" / "kit" / "schedule" / "README.md"


def test_the_example_of_the_readme_is_real(tmp_path: Path) -> None:
    """The program in the explorer's README has exactly the report that stands under it."""
    text = README.read_text(encoding="utf-8")
    program = text.partition("```python\n")[2].partition("```")[0]
    report = text.partition("```text\n")[2].partition("```")[0]
    (tmp_path / "bank.py").write_text(program, encoding="utf-8")

    bank: Any = loader.load(tmp_path / "bank.py", "readme_bank")

    assert explore(bank.two_deposits).report + "\n" == report
    assert explore(bank.two_deposits, stop_at_first=False).explored == 4
