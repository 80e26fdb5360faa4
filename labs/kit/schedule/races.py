"""Finds, after each run, which steps raced, and what must be tried first so that they turn round.

Source-DPOR: Abdulla, Aronis, Jonsson, Sagonas, "Optimal dynamic partial order reduction",
POPL 2014, algorithm 1. A vector clock says of each step, by lane, up to which step it is later.
"""

from __future__ import annotations

from collections.abc import Callable

from labs.kit.schedule.dependency import Relation, enables
from labs.kit.schedule.run import Run
from labs.kit.schedule.steps import ENDS, IN_PARTS, Choice, Step, Target

Clock = list[int]
Turn = Callable[[int, list[int]], None]

_DAEMONS: Target = ("daemon steps", "")
_LAST: Target = ("ends of threads", "")


class Races:
    """The clocks of the latest run; what two runs have in common is computed once."""

    def __init__(self, dependent: Relation, turn: Turn) -> None:
        self.dependent = dependent
        self.turn = turn  # told the step before which one of these lanes has to be tried
        self.in_parts: set[str] = set()  # racing steps that are several in truth
        self.width = 0
        self.trace: list[Step | Choice] = []
        self.clocks: list[Clock] = []
        self.on: dict[Target, dict[int, list[int]]] = {}  # by lane
        self.of: dict[int, list[int]] = {}

    def study(self, run: Run, same: int) -> None:
        """Find the races of a run whose first `same` decisions are those of the run before."""
        if len(run.lanes) > self.width:
            self.width, same = len(run.lanes), 0
        self._forget(same)
        cuts = iter([*run.cuts, (len(run.trace) + 1, [])])
        cut, pending = next(cuts)
        floor = 0
        for index in range(len(run.trace) + 1):
            while cut == index:
                if index >= same:
                    self._study_pending(run, pending, index, floor)
                floor = index
                cut, pending = next(cuts)
            if same <= index < len(run.trace):
                self._add(run, index, floor)

    def _forget(self, same: int) -> None:
        while len(self.trace) > same:
            step = self.trace.pop()
            self.clocks.pop()
            if isinstance(step, Step):
                for target in _targets(step):
                    self.on[target][step.lane].pop()
            self.of[step.lane].pop()

    def _study_pending(self, run: Run, pending: list[Step], index: int, floor: int) -> None:
        for step in pending:
            self._relate(step, index, self._own(run, step.lane, floor))

    def _add(self, run: Run, index: int, floor: int) -> None:
        step = run.trace[index]
        clock = self._own(run, step.lane, floor)
        if isinstance(step, Step):
            clock = self._relate(step, index, clock)
            if index in run.after:
                clock = _later(clock, self.clocks[run.after[index]])
            for target in _targets(step):
                self.on.setdefault(target, {}).setdefault(step.lane, []).append(index)
        clock[step.lane] = index
        self.trace.append(step)
        self.clocks.append(clock)
        self.of.setdefault(step.lane, []).append(index)

    def _own(self, run: Run, lane: int, floor: int) -> Clock:
        """What the lane's next step is later than, before its own dependencies count."""
        earlier = self.of.get(lane)
        before = earlier[-1] if earlier else run.born[lane]
        clock = self.clocks[before] if before >= 0 else [-1] * self.width
        return [max(known, floor - 1) for known in clock] if floor else list(clock)

    def _relate(self, step: Step, index: int, own: Clock) -> Clock:
        """Report the races of a step; answers the clock that its dependencies give it."""
        clock = list(own)
        for earlier in self._rivals(step, own):
            other = self.trace[earlier]
            if not isinstance(other, Step) or not self.dependent(other, step):
                continue
            # A step that may wait does not hide the steps behind the one that let it go on.
            if (step.blocks or earlier > clock[other.lane]) and not enables(other, step):
                self._race(earlier, index, step, own)
            clock = _later(clock, self.clocks[earlier])
        return clock

    def _rivals(self, step: Step, own: Clock) -> list[int]:
        """The steps of others that this one may depend on and is not later than, latest first."""
        found: set[int] = set()
        for target in _related(step):
            for lane, indices in self.on.get(target, {}).items():
                if lane != step.lane:
                    for index in reversed(indices):
                        if index <= own[lane]:
                            break
                        found.add(index)
        return sorted(found, reverse=True)

    def _race(self, earlier: int, index: int, step: Step, own: Clock) -> None:
        """Turn a race round: something that may come first without the earlier step has to."""
        other = self.trace[earlier]
        for one in (other, step):
            if isinstance(one, Step) and one.action.endswith(IN_PARTS):
                self.in_parts.add(f"{one.action} {one.target[0]}")
        rival = other.lane
        first: dict[int, int] = {}
        initials: list[int] = []
        clock = list(own)
        for between in range(earlier + 1, index):
            known, other = self.clocks[between], self.trace[between]
            if known[rival] >= earlier:
                continue
            if other.lane not in first:
                if not any(known[lane] >= start for lane, start in first.items()):
                    initials.append(other.lane)
                first[other.lane] = between
            if isinstance(other, Step) and self.dependent(other, step):
                clock = _later(clock, known)
        if step.lane not in first and not any(clock[lane] >= at for lane, at in first.items()):
            initials.append(step.lane)
        self.turn(earlier, initials)


def _targets(step: Step) -> tuple[Target, ...]:
    """Under what a step is found again."""
    targets = (step.target, *(target for target, _ in step.also))
    if step.daemon:
        return *targets, _DAEMONS
    return (*targets, _LAST) if step.action == ENDS else targets


def _related(step: Step) -> tuple[Target, ...]:
    """Under what the steps are found that this one may depend on."""
    targets = (step.target, *(target for target, _ in step.also))
    if step.daemon:
        return *targets, _LAST
    return (*targets, _DAEMONS) if step.action == ENDS else targets


def _later(one: Clock, other: Clock) -> Clock:
    return [a if a > b else b for a, b in zip(one, other, strict=True)]
