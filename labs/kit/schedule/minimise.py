"""Makes a failing schedule locally minimal: no two of its segments can be merged and still fail.

A segment is what one thread does without being interrupted. Fewer segments mean fewer switches to
follow, and each one that is left is needed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise

from labs.kit.schedule.lanes import Lane
from labs.kit.schedule.replay import parsed
from labs.kit.schedule.run import Run
from labs.kit.schedule.steps import Choice, Step

RUNS_MAX = 500

Segment = tuple[int, int]  # a thread, and how many steps it takes


class Guide:
    """Follows segments as far as the code lets it, then goes on without switching."""

    def __init__(self, segments: list[Segment], answers: dict[int, list[int]]) -> None:
        self.left = [list(segment) for segment in reversed(segments)]
        self.answers = {lane: list(reversed(values)) for lane, values in answers.items()}

    @classmethod
    def along(cls, schedule: str) -> Guide:
        """A guide that follows a whole schedule."""
        outline = Outline.of_decisions(schedule)
        return cls(outline.segments, outline.answers)

    def lane(self, run: Run, able: list[Lane]) -> Lane | None:
        while self.left:
            self.left[-1][1] -= 1
            index, steps_left = self.left[-1]
            if steps_left >= 0:
                for lane in able:
                    if lane.index == index:
                        return lane
            self.left.pop()
        return run.current if run.current in able else able[0]

    def value(self, run: Run, of: int, label: str) -> int:  # noqa: ARG002 - as every decider
        answers = self.answers.get(run.current.index)
        return min(answers.pop(), of - 1) if answers else 0


def shortened(
    schedule: str, attempt: Callable[[Guide], Run], still_fails: Callable[[Run], bool]
) -> tuple[str, int]:
    """A locally minimal schedule that still fails, and how many runs it took to find it."""
    best = Outline.of_decisions(schedule)
    runs = 0
    improved = True
    while improved:
        improved = False
        for candidate in best.smaller():
            if runs == RUNS_MAX:
                return schedule, runs
            runs += 1
            run = attempt(Guide(candidate.segments, candidate.answers))
            found = Outline.of_trace(run.trace)
            if found.size() < best.size() and still_fails(run):
                best, schedule, improved = found, run.schedule, True
                break
    return schedule, runs


class Outline:
    """A schedule as segments of steps, and what each thread's choices are answered."""

    def __init__(self, segments: list[Segment], answers: dict[int, list[int]]) -> None:
        self.segments, self.answers = segments, answers

    @classmethod
    def of_decisions(cls, schedule: str) -> Outline:
        trace: list[tuple[int, int | None]] = []
        lane = 0
        for is_choice, number in parsed(schedule):
            lane = lane if is_choice else number
            trace.append((lane, number if is_choice else None))
        return cls._of(trace)

    @classmethod
    def of_trace(cls, trace: list[Step | Choice]) -> Outline:
        return cls._of([(s.lane, s.value if isinstance(s, Choice) else None) for s in trace])

    @classmethod
    def _of(cls, trace: list[tuple[int, int | None]]) -> Outline:
        segments: list[Segment] = []
        answers: dict[int, list[int]] = {}
        for lane, value in trace:
            if value is not None:
                answers.setdefault(lane, []).append(value)
            elif segments and segments[-1][0] == lane:
                segments[-1] = lane, segments[-1][1] + 1
            else:
                segments.append((lane, 1))
        return cls(segments, answers)

    def size(self) -> tuple[int, int, int]:
        """What is to become less: switches, then faults, then steps."""
        faults = sum(value > 0 for values in self.answers.values() for value in values)
        return len(self.segments), faults, sum(steps for _, steps in self.segments)

    def smaller(self) -> Iterator[Outline]:
        """Every schedule with two segments of a thread merged, or one choice answered 0."""
        for lane in sorted({lane for lane, _ in self.segments}):
            own = [at for at, segment in enumerate(self.segments) if segment[0] == lane]
            for first, second in pairwise(own):
                yield self._moved(second, first)
                yield self._moved(first, second)
        for lane, values in self.answers.items():
            for at, value in enumerate(values):
                if value:
                    fewer = [*values[:at], 0, *values[at + 1 :]]
                    yield Outline(self.segments, {**self.answers, lane: fewer})

    def _moved(self, source: int, target: int) -> Outline:
        """With one segment joined to another of its thread."""
        segments = list(self.segments)
        lane, steps = segments[target]
        segments[target] = lane, steps + segments[source][1]
        del segments[source]
        return Outline(segments, self.answers)
