"""The schedule as a short string, and the run that follows it: `0x4.1x13.?1.0x6`.

Thread 0 takes four steps, thread 1 takes 13, its choice is answered 1, thread 0 takes six. The
string holds nothing of the interpreter or the machine, so it fits wherever the code is the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import groupby
from typing import TYPE_CHECKING

from labs.kit.schedule import verdict
from labs.kit.schedule.steps import Choice, Step

if TYPE_CHECKING:
    from labs.kit.schedule.lanes import Lane
    from labs.kit.schedule.run import Run

_PART = re.compile(r"(\?)?(\d+)(?:x([1-9]\d*))?")
_LENGTH_MAX = 1_000_000

Decision = tuple[bool, int]  # whether it is a choice, and the thread or the answer


class ScheduleMisfit(ValueError):
    """A schedule is malformed, or the code does not go its way (any more)."""


def written(trace: Iterable[Step | Choice]) -> str:
    """The decisions of a run as a string."""
    decisions = [(True, s.value) if isinstance(s, Choice) else (False, s.lane) for s in trace]
    parts = []
    for (is_choice, number), group in groupby(decisions):
        count = len(list(group))
        mark = f"?{number}" if is_choice else str(number)
        parts.append(mark if count == 1 else f"{mark}x{count}")
    return ".".join(parts)


def parsed(schedule: str) -> list[Decision]:
    """The decisions of a string; ScheduleMisfit if it is none."""
    decisions: list[Decision] = []
    for part in schedule.split(".") if schedule else []:
        found = _PART.fullmatch(part)
        count = int(found[3] or 1) if found else 0
        if found is None or len(decisions) + count > _LENGTH_MAX:
            raise ScheduleMisfit(
                f"not a schedule: {part!r} in {schedule!r}; one looks like 0x4.1x2.?1"
            )
        decisions += [(found[1] is not None, int(found[2]))] * count
    return decisions


class Replay:
    """Decides one run by a schedule, and refuses it where the code parts from it."""

    def __init__(self, schedule: str) -> None:
        self.decisions = parsed(schedule)

    def lane(self, run: Run, able: list[Lane]) -> Lane | None:
        at = len(run.trace)
        is_choice, index = self.decisions[at] if at < len(self.decisions) else (False, -1)
        for lane in able:
            if lane.index == index and not is_choice:
                return lane
        why = f"thread {index} cannot go on"
        if is_choice:
            why = "it answers a choice where the code makes none"
        self._refuse(run, why if index >= 0 else "it ends here, but the code goes on")
        return None

    def value(self, run: Run, of: int, label: str) -> int:
        at = len(run.trace)
        is_choice, value = self.decisions[at] if at < len(self.decisions) else (False, 0)
        if not is_choice or value >= of:
            self._refuse(run, f"the code chooses one of {of} {label}".rstrip())
            return 0
        return value

    def fits(self, run: Run) -> bool:
        """Whether the run went the whole way, or broke on it."""
        if run.verdict == verdict.DIVERGED:
            return False
        return run.verdict == verdict.BROKEN or len(run.trace) == len(self.decisions)

    def misfit(self, run: Run) -> str:
        """Where the run parted from the schedule."""
        if run.verdict == verdict.DIVERGED:
            return run.reason
        return self._parted(run, f"the code has ended ({run.verdict})")

    def _refuse(self, run: Run, why: str) -> None:
        run.finish(verdict.DIVERGED, self._parted(run, why))

    def _parted(self, run: Run, why: str) -> str:
        step, steps = len(run.trace) + 1, len(self.decisions)
        return f"the schedule parts from the code at step {step} of {steps}: {why}"
