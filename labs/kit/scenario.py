"""A scenario is a claim with teeth: the protected run, and the same run with one protection taken out.

What *drives* a scenario (here, and in a lab's scenario files) runs in the child and knows no expected value; what
*judges* it (a lab's claims.py) stays in the parent.
"""

import inspect
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from labs.kit.history import Event, History

NOT_OBSERVED = "not observed"  # equals no expected figure, None least of all
Json = Any  # what json.dumps takes: None, bool, int, float, str, and lists and dicts of these


@dataclass(frozen=True)
class Observation:
    """What one run left behind: figures, the worker's events, and the story in lanes."""

    observed: Mapping[str, Json]
    events: list[dict[str, Json]] = field(default_factory=list)
    story: list[dict[str, Json]] = field(default_factory=list)

    @classmethod
    def of(cls, history: History, **observed: Json) -> "Observation":
        """The observation of a run that kept this history."""
        story = [
            {"lane": "worker", **entry.as_dict()} if isinstance(entry, Event) else asdict(entry)
            for entry in history.story()
        ]
        return cls(observed, [event.as_dict() for event in history.events()], story)


@dataclass(frozen=True)
class Drive:
    """One scenario, and the arguments that make it the protected run or the control.

    Each call is one run from fresh state. `pinned` are the control's arguments on free threads, where a barrier must
    force the order that the explorer finds; None where it needs none. Without `threads` there is one schedule,
    and a run may take as many steps as it likes; no thread starts then, so it cannot be said falsely.
    """

    scenario: Callable[..., Observation]
    protected: Mapping[str, Any]
    control: Mapping[str, Any]
    pinned: Mapping[str, Any] | None = None
    threads: bool = True

    @property
    def claim(self) -> str:
        """The sentence that the scenario claims: its docstring."""
        return inspect.cleandoc(self.scenario.__doc__ or "")

    def run(self, side: str, *, free: bool) -> Observation:
        """Run one side, "protected" or "control", on the threads of the explorer or on free ones."""
        arguments = {"protected": self.protected, "control": self.control}[side]
        if free and side == "control" and self.pinned is not None:
            arguments = self.pinned
        return self.scenario(**arguments)


@dataclass(frozen=True)
class Claim:
    """One compared fact; it holds if what was observed equals what was expected, type and all."""

    name: str
    expected: Json
    observed: Json

    @property
    def held(self) -> bool:
        """True if both sides are the same JSON value (so 1 is not True)."""
        return _same(self.expected, self.observed)

    def __str__(self) -> str:
        """The claim in one line: what was expected and what was observed."""
        return f"{self.name}: expected {self.expected}, observed {self.observed}"


def _same(left: Json, right: Json) -> bool:
    if isinstance(left, dict) and isinstance(right, dict):
        return left.keys() == right.keys() and all(_same(left[key], right[key]) for key in left)
    if isinstance(left, list) and isinstance(right, list):
        return len(left) == len(right) and all(map(_same, left, right))
    return type(left) is type(right) and bool(left == right)


@dataclass(frozen=True)
class Invariant:
    """A promise in words, and the test of an observation that goes with it."""

    text: str
    holds: Callable[[Observation], bool]


@dataclass(frozen=True)
class Expected:
    """What a scenario must show: exact figures, that its fault struck, and the invariant its control breaks.

    `protected` must be met in every schedule, and the invariant kept there. `control` must be met in a schedule
    that breaks the invariant. `struck` tells whether the planned fault happened at all.
    """

    invariant: Invariant
    struck: Callable[[Observation], bool]
    protected: Mapping[str, Json]
    control: Mapping[str, Json]

    @staticmethod
    def figures(wanted: Mapping[str, Json], met: Observation) -> list[Claim]:
        """One claim a figure; "events" stands for the worker's events without `closed`."""
        claims = []
        for name, value in wanted.items():
            seen = brief(met.events) if name == "events" else met.observed.get(name, NOT_OBSERVED)
            claims.append(Claim(name, value, seen))
        return claims


def brief(events: list[dict[str, Json]]) -> list[str]:
    """Events in a word or two each, `closed` left out: "retry a", "acked a duplicate", "dead a applied"."""
    return [
        " ".join(str(event[part]) for part in ("event", "key", "effect") if part in event)
        for event in events
        if event["event"] != "closed"
    ]
