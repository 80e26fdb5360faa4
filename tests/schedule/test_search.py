"""The reduction loses nothing: every outcome of the full search, on random programs."""

from __future__ import annotations

import os
import random
from dataclasses import dataclass
from functools import cache
from typing import Any

import pytest
from programs import Program, TooLarge, generate, outcomes

from labs.kit.schedule.dependency import coarse, fine
from labs.kit.schedule.play import Timeouts
from labs.kit.schedule.search import Search
from labs.kit.schedule.steps import Step

# More, for an hour of doubt: FUZZ_PROGRAMS=2000 pytest tests/schedule/test_search.py
PROGRAMS = int(os.environ.get("FUZZ_PROGRAMS", "60"))
RUNS_MAX = 400


@dataclass(frozen=True)
class Mode:
    """How a program treats time, and the seed of the programs tried so."""

    timeouts: Timeouts
    timed: bool
    seed: int

    def outcomes(self, program: Program, *args: Any, **options: Any) -> tuple[set[Any], int]:
        return outcomes(program, *args, timeouts=self.timeouts, timed=self.timed, **options)


CHOICE = Mode("choice", False, 1)
MODES = [CHOICE, Mode("choice", True, 2), Mode("idle", False, 3)]


@cache
def small_programs(mode: Mode) -> list[tuple[Program, set[Any]]]:
    """Programs with a short full search, each with all that can come of it."""
    rng = random.Random(mode.seed)
    found = []
    while len(found) < PROGRAMS:
        program = generate(rng, clock=mode is not CHOICE)
        try:
            found.append((program, mode.outcomes(program, "none", runs_max=RUNS_MAX)[0]))
        except TooLarge:
            continue
    return found


@pytest.fixture(scope="module", params=MODES, ids=["choice", "clock", "idle"])
def tried(request: pytest.FixtureRequest) -> tuple[Mode, list[tuple[Program, set[Any]]]]:
    return request.param, small_programs(request.param)


@pytest.mark.parametrize("relation", [coarse, fine])
@pytest.mark.parametrize("reduction", ["source", "sleep"])
def test_no_outcome_is_lost(tried: Any, reduction: Any, relation: Any) -> None:
    """Sleep sets and source sets, by either table, see exactly what the full search sees."""
    mode, programs = tried

    for program, expected in programs:
        assert (program, expected) == (
            program,
            mode.outcomes(program, reduction, dependent=relation)[0],
        )


def test_programs_are_worth_trying(tried: Any) -> None:
    """A good part of the random programs deadlocks, and a good part has several outcomes."""
    _, programs = tried

    assert sum(any(o[0] == "DEADLOCK" for o in seen) for _, seen in programs) > PROGRAMS // 10
    assert sum(len(seen) > 1 for _, seen in programs) > PROGRAMS // 4


def no_writes_of_locks(one: Step, other: Step) -> bool:
    """A wrong table, by which the order of two acquires does not matter."""
    return fine(one, other) and (one.action, other.action) != ("acquire", "acquire")


def no_reads(one: Step, other: Step) -> bool:
    """A wrong table, by which only writes depend on each other."""
    return fine(one, other) and one.writes and other.writes


def no_ends(one: Step, other: Step) -> bool:
    """A wrong table, by which a daemon does not care when the run ends."""
    return fine(one, other) and one.target == other.target


class Forgetful(Search):
    """A wrong search, which takes what is pending at a deadlock for no part of any race."""

    def next(self, run: Any) -> bool:
        run.cuts.clear()
        return super().next(run)


class Sleepy(Search):
    """A wrong search, which never wakes a lane."""

    def _asleep(self) -> dict[int, Step]:
        node = self.stack[-1] if self.stack else None
        return {**node.asleep, **node.done} if hasattr(node, "asleep") else {}


@pytest.mark.parametrize(
    "faulty",
    [
        lambda: Search("source", no_writes_of_locks),
        lambda: Search("source", no_reads),
        lambda: Search("source", no_ends),
        lambda: Forgetful("source"),
        lambda: Sleepy("source"),
    ],
    ids=[
        "locks commute",
        "reads see nothing",
        "daemons outlive the run",
        "deadlocks race with nobody",
        "nobody wakes",
    ],
)
def test_a_planted_fault_is_found(faulty: Any) -> None:
    """Each of five faults in the reduction loses an outcome that the fuzz misses."""
    programs = small_programs(CHOICE)

    lost = [
        program
        for program, expected in programs
        if CHOICE.outcomes(program, "source", search=faulty())[0] != expected
    ]

    assert lost
