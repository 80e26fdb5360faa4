"""What every run of the sweep must show, by a model of its own: the outcome table, read literally.

This file stays in the parent. The model knows no permit, no generation and no lock; it keeps the list of the states
that the breaker went through, and what was issued before the last of them is late.
"""

from dataclasses import dataclass, field
from itertools import pairwise

from labs.kit.scenario import Claim, Json, Observation

THRESHOLD = 2
CLOSED, OPEN, HALF_OPEN = "closed", "open", "half-open"

# the end of a call → what it does if issued while closed, and as the probe; late, it never does anything
EFFECTS = {
    "r": ("streak 0", CLOSED),
    "e": ("nothing", CLOSED),
    "n": ("streak + 1", OPEN),
    "c": ("nothing", HALF_OPEN),
    "x": ("streak + 1", OPEN),
}
COLUMNS = ("call", "probe", "late")
STRUCK = 4_920 + 2_100  # sequences that open the breaker and then probe, with lag 0 and with lag 1
STRUCK_MEANS = "open the breaker and then probe it"


@dataclass
class Model:
    """The breaker as the table has it, and which cells of the table were met."""

    states: list[str] = field(default_factory=lambda: [CLOSED])
    streak: int = 0
    cool: bool = False
    admitted: int = 0
    under_way: list[tuple[str, str, int]] = field(default_factory=list)
    cells: list[tuple[str, str]] = field(default_factory=list)

    def knock(self, letter: str) -> str:
        """A caller whose call would end so comes to the door; what the door says."""
        if self.states[-1] == OPEN and self.cool:
            self.states.append(HALF_OPEN)
        taken = any(self._is_current(issue) for _, _, issue in self.under_way)
        if self.states[-1] == OPEN or (self.states[-1] == HALF_OPEN and taken):
            return "refused"
        door = "probe" if self.states[-1] == HALF_OPEN else "call"
        self.admitted += 1
        self.under_way.append((letter, door, len(self.states)))
        return door

    def settle_but(self, last: int) -> None:
        """Settle the oldest calls, all but the last so many."""
        while len(self.under_way) > last:
            letter, door, issue = self.under_way.pop(0)
            self.cells.append((letter, door if self._is_current(issue) else "late"))
            if self._is_current(issue):
                self._apply(*EFFECTS[letter], door)

    def step(self, door: str) -> list[Json]:
        """How it stands now."""
        in_flight = len(self.under_way)
        settled = self.admitted - in_flight
        return [door, self.states[-1], self.streak, self.admitted, settled, in_flight]

    def _is_current(self, issue: int) -> bool:
        return issue == len(self.states)

    def _apply(self, to_streak: str, to_state: str, door: str) -> None:
        if door == "probe":
            self._move(to_state)
        elif to_streak == "streak 0":
            self.streak = 0
        elif to_streak == "streak + 1":
            self.streak += 1
            if self.streak == THRESHOLD:
                self._move(OPEN)

    def _move(self, state: str) -> None:
        if state != self.states[-1]:
            self.states.append(state)
            self.streak, self.cool = 0, False


def play(spec: dict[str, Json]) -> tuple[list[list[Json]], Model]:
    """The steps of one sequence as the model has them, and the model at the end."""
    model = Model()
    steps = []
    for letter in spec["sequence"]:
        door = "cooldown"
        if letter == "w":
            model.cool = True
        else:
            door = model.knock(letter)
            model.settle_but(spec["lag"])
        steps.append(model.step(door))
    model.settle_but(0)
    return [*steps, model.step("end")], model


def judge_sweep(spec: dict[str, Json], observation: Observation) -> list[Claim]:
    """State by the model, slot accounting, and never two probes."""
    steps = observation.observed["steps"]
    wanted, _ = play(spec)
    accounts = [admitted == settled + flying for *_, admitted, settled, flying in steps]
    return [
        Claim("steps", wanted, steps),
        Claim("admitted = settled + in flight", [True] * len(steps), accounts),
        Claim("in flight at the end", 0, steps[-1][-1]),
        Claim("second probes", 0, _second_probes(spec, steps)),
    ]


def _second_probes(spec: dict[str, Json], steps: list[list[Json]]) -> int:
    """Probes issued while another was out: with lag 1 a probe is out until the next caller was at the door."""
    doors = [step[0] for step in steps if step[0] not in ("cooldown", "end")]
    return sum(pair == ("probe", "probe") for pair in pairwise(doors)) if spec["lag"] else 0


def struck(spec: dict[str, Json], run: Observation) -> bool:
    """True if the sequence led round to a probe."""
    del spec
    return any(door == "probe" for door, *_ in run.observed["steps"])
