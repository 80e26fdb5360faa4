"""The outcome table: what each end of a call proves, and what the report of it does to the breaker."""

import pytest

from labs.e11_circuit_breaker.breaker import Breaker
from labs.e11_circuit_breaker.calls import settle
from labs.e11_circuit_breaker.errors import (
    Cancelled,
    HardCap,
    ProtocolError,
    StepError,
    SubmitFailed,
)
from labs.e11_circuit_breaker.outcomes import row_for
from labs.e11_circuit_breaker.permit import State
from labs.kit.clock import VirtualClock

STEP = StepError("resize", "node-1", "bad input")
PROTOCOL = ProtocolError("resize", "node-1", "invalid_json")
CLOSED, OPEN, HALF_OPEN = State.CLOSED, State.OPEN, State.HALF_OPEN

# error, the streak after it in closed (1 before), the state after it as the probe
CELLS = [
    (None, 0, CLOSED),
    (STEP, 1, CLOSED),
    (PROTOCOL, 2, OPEN),
    (SubmitFailed("connection refused"), 2, OPEN),
    (HardCap("no answer in 25,200 s"), 2, OPEN),
    (Cancelled("the caller went away"), 1, HALF_OPEN),
    (ValueError("a bug"), 2, OPEN),
    (KeyboardInterrupt(), 2, OPEN),
]
IDS = [type(error).__name__ for error, _, _ in CELLS]


class Subclass(StepError):
    """A producer's error of a more special kind."""


def half_open() -> tuple[Breaker, VirtualClock]:
    """A breaker whose cooldown is over, and its clock."""
    clock = VirtualClock()
    breaker = Breaker(3, 10, clock.now, 60)
    for _ in range(3):
        breaker.acquire().failure()
    clock.advance(10)
    return breaker, clock


@pytest.mark.parametrize(("error", "streak", "_probe"), CELLS, ids=IDS)
def test_issued_while_closed(error: BaseException | None, streak: int, _probe: State) -> None:
    """In closed a result ends the streak, an ill endpoint adds to it, and nothing else touches it."""
    breaker = Breaker(3, 10, VirtualClock().now, 60)
    breaker.acquire().failure()

    settle(breaker.acquire(), error)

    now = breaker.snapshot()
    assert (now.state, now.streak, now.in_flight) == (CLOSED, streak, 0)


@pytest.mark.parametrize(("error", "_streak", "state"), CELLS, ids=IDS)
def test_as_the_probe(error: BaseException | None, _streak: int, state: State) -> None:
    """An answer closes, an ill endpoint opens again, a cancel leaves half-open; the slot is free in each case."""
    breaker, _ = half_open()

    settle(breaker.acquire(), error)

    now = breaker.snapshot()
    assert (now.state, now.streak, now.in_flight) == (state, 0, 0)


@pytest.mark.parametrize(("error", "_streak", "_probe"), CELLS, ids=IDS)
def test_settled_late(error: BaseException | None, _streak: int, _probe: State) -> None:
    """What was issued before the breaker opened changes nothing, neither while open nor in half-open nor after."""
    clock = VirtualClock()
    breaker = Breaker(1, 10, clock.now, 60)
    slow = [breaker.acquire() for _ in range(3)]
    states = []
    breaker.acquire().failure()
    settle(slow[0], error)
    states.append(breaker.snapshot().state)
    clock.advance(10)
    probe = breaker.acquire()
    settle(slow[1], error)
    states.append(breaker.snapshot().state)
    probe.success()
    settle(slow[2], error)
    states.append(breaker.snapshot().state)

    assert states == [OPEN, HALF_OPEN, CLOSED]
    assert breaker.snapshot().streak == 0


def test_a_late_failure_does_not_renew_the_cooldown() -> None:
    """A failure that arrives while open leaves the time of the next probe where it was."""
    clock = VirtualClock()
    breaker = Breaker(1, 10, clock.now, 60)
    slow = breaker.acquire()
    breaker.acquire().failure()
    clock.advance(9)
    slow.failure()
    clock.advance(1)

    assert breaker.acquire().is_probe


@pytest.mark.parametrize(
    ("error", "outcome"),
    [
        (None, "result"),
        (STEP, "explicit failure"),
        (Subclass("resize", "node-1", "bad input"), "explicit failure"),
        (PROTOCOL, "node failure"),
        (Cancelled("the caller went away"), "cancelled"),
        (GeneratorExit(), "other error"),
    ],
)
def test_the_first_row_that_fits(error: BaseException | None, outcome: str) -> None:
    """A subclass counts as its base, and the last row takes whatever no other row has."""
    assert row_for(error).outcome == outcome
