"""The search: depth first through all decisions, leaving out what only repeats another run.

Sleep sets (Godefroid 1996) keep a lane asleep while all that happened commutes with the step it
was already tried with; source sets (`races`) say which lanes have to be tried at all.
"""

from __future__ import annotations

from typing import Literal

from labs.kit.schedule import verdict
from labs.kit.schedule.dependency import Relation, fine
from labs.kit.schedule.lanes import Lane
from labs.kit.schedule.races import Races
from labs.kit.schedule.run import Run
from labs.kit.schedule.steps import Step

Reduction = Literal["source", "sleep", "none"]


class Node:
    """One decision about who goes next, and what is known of its alternatives."""

    __slots__ = ("able", "asleep", "chosen", "done", "step", "todo")

    def __init__(self, able: dict[int, Step], asleep: dict[int, Step], step: Step) -> None:
        self.able, self.asleep = able, asleep
        self.chosen = step.lane
        self.step: Step | None = step  # None until an alternative has been taken once
        self.done: dict[int, Step] = {}
        self.todo: set[int] = set()

    def turn(self) -> bool:
        """Go over to the next alternative; False if none is left."""
        if self.step is not None:
            self.done[self.chosen] = self.step
        left = [lane for lane in self.todo if lane not in self.done and lane not in self.asleep]
        if not left:
            return False
        self.chosen, self.step = min(left), None
        return True


class Answer:
    """One decision about a choice."""

    __slots__ = ("of", "value")

    def __init__(self, of: int) -> None:
        self.of, self.value = of, 0

    def turn(self) -> bool:
        """Go over to the next answer; False if none is left."""
        self.value += 1
        return self.value < self.of


class Search:
    """Decides the runs of one exploration, one after another, until every schedule is covered."""

    def __init__(self, reduction: Reduction = "source", dependent: Relation = fine) -> None:
        self.reduction, self.dependent = reduction, dependent
        self.stack: list[Node | Answer] = []
        self._same = 0  # decisions that this run shares with the one before
        self._races = Races(dependent, self._try_first)

    @property
    def in_parts(self) -> set[str]:
        """The steps in whose midst another thread may come, although they were taken at once."""
        return self._races.in_parts

    # -- the decisions of a run ----------------------------------------------------------

    def lane(self, run: Run, able: list[Lane]) -> Lane | None:
        """Choose who goes next; None if every continuation has been seen."""
        at = len(run.trace)
        if at < len(self.stack):
            return self._again(run, able, self.stack[at])
        asleep = self._asleep() if self.reduction != "none" else {}
        awake = [lane for lane in able if lane.index not in asleep] if asleep else able
        if not awake:
            return None
        chosen = run.current if run.current in awake else awake[0]
        node = Node({lane.index: lane.step for lane in able}, asleep, chosen.step)
        if self.reduction != "source":
            node.todo.update(lane.index for lane in awake)
        self.stack.append(node)
        return chosen

    def value(self, run: Run, of: int, label: str) -> int:
        """Answer a choice: 0 first, then, in later runs, the others."""
        at = len(run.trace)
        if at == len(self.stack):
            self.stack.append(Answer(of))
        node = self.stack[at]
        if not isinstance(node, Answer) or node.of != of:
            self._differs(run, f"choice of {of} {label}".rstrip())
            return 0
        return node.value

    def _again(self, run: Run, able: list[Lane], node: Node | Answer) -> Lane | None:
        if isinstance(node, Answer):
            self._differs(run, "a choice is missing")
            return None
        known = node.able[node.chosen]
        for lane in able:
            if lane.index == node.chosen and lane.step == known:
                if node.step is None:
                    node.step = known
                    self._compare(run, able, node.able)
                return lane
        self._compare(run, able, node.able)
        return None

    def _compare(self, run: Run, able: list[Lane], known: dict[int, Step]) -> None:
        """Name the first thread that is not where it was on the same schedule before."""
        now = {lane.index: lane.step for lane in able}
        for index in sorted(now.keys() | known.keys()):
            if now.get(index) != known.get(index):
                here, there = (_told(steps.get(index)) for steps in (now, known))
                self._differs(run, f"thread {index}: {here} instead of {there}")
                return

    def _differs(self, run: Run, what: str) -> None:
        run.finish(
            verdict.DIVERGED,
            f"the same schedule went another way at step {len(run.trace) + 1}: {what}",
        )

    def _asleep(self) -> dict[int, Step]:
        """Whose next step was tried from an equal state before, so that it would only repeat."""
        for node in reversed(self.stack):
            if isinstance(node, Node):
                assert node.step is not None
                step = node.step
                tried = {**node.asleep, **node.done} if node.done else node.asleep
                return {
                    lane: other
                    for lane, other in tried.items()
                    if lane != step.lane and not self.dependent(other, step)
                }
        return {}

    # -- from run to run -----------------------------------------------------------------

    def check(self, run: Run) -> None:
        """Make the run DIVERGED if it ended where the one before went on."""
        if len(run.trace) < len(self.stack) and run.verdict not in verdict.FINAL:
            run.verdict = ""
            self._differs(run, "it ended")

    def next(self, run: Run) -> bool:
        """Learn from a run and turn to the next; False if every schedule is covered."""
        if self.reduction == "source":
            self._races.study(run, self._same)
        while self.stack:
            if self.stack[-1].turn():
                self._same = len(self.stack) - 1
                return True
            self.stack.pop()
        return False

    def _try_first(self, at: int, initials: list[int]) -> None:
        node = self.stack[at]
        assert isinstance(node, Node)
        known = (node.chosen, *node.todo, *node.done, *node.asleep)
        possible = [lane for lane in initials if lane in node.able]
        if possible and not any(lane in known for lane in possible):
            node.todo.add(possible[-1])


def _told(step: Step | None) -> str:
    if step is None:
        return "nothing it can do"
    return f"{step.action} {step.target[0]}".rstrip()
