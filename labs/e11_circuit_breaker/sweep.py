"""The sweep: every sequence of ends and cooldowns, with calls one after the other and with calls that overlap.

In a sequence each letter is one caller that comes to the door, or one cooldown that passes. With lag 1 a call is
settled only after the next caller was at the door: so reports come late, and somebody knocks while the probe is out.
"""

from collections.abc import Iterator
from itertools import product

from labs.e11_circuit_breaker.breaker import Breaker
from labs.e11_circuit_breaker.calls import settle
from labs.e11_circuit_breaker.errors import Cancelled, ProtocolError, StepError
from labs.e11_circuit_breaker.permit import CircuitOpen, Permit
from labs.e11_circuit_breaker.trial import COOLDOWN_S, LEASE_S
from labs.kit.clock import VirtualClock
from labs.kit.scenario import Json, Observation

THREADS = False  # one caller after the other: each sequence has one schedule
LONGEST = 6
THRESHOLD = 2  # so that six letters lead round the whole circle and on
COOLDOWN = "w"
ENDS: dict[str, BaseException | None] = {
    "r": None,
    "e": StepError("job", "node-1", "bad input"),
    "n": ProtocolError("job", "node-1", "invalid_json"),
    "c": Cancelled("the caller went away"),
    "x": ValueError("a bug in the caller's own code"),
}


def combinations() -> Iterator[dict[str, Json]]:
    """Every sequence of 1 to `LONGEST` letters, each with both lags; shorter ones first."""
    for length in range(1, LONGEST + 1):
        for letters in product((*ENDS, COOLDOWN), repeat=length):
            for lag in (0, 1):
                yield {"sequence": "".join(letters), "lag": lag}


def drive(sequence: str, lag: int) -> Observation:
    """Play one sequence; after each letter, what the door said and how the breaker stands."""
    clock = VirtualClock()
    breaker = Breaker(THRESHOLD, COOLDOWN_S, clock.now, LEASE_S)
    under_way: list[tuple[Permit, str]] = []
    steps: list[list[Json]] = []
    for letter in sequence:
        door = "cooldown"
        if letter == COOLDOWN:
            clock.advance(COOLDOWN_S)
        else:
            door = _knock(breaker, letter, under_way)
            _settle_but(lag, under_way)
        steps.append(_step(breaker, door))
    _settle_but(0, under_way)
    steps.append(_step(breaker, "end"))
    return Observation({"steps": steps})


def _knock(breaker: Breaker, letter: str, under_way: list[tuple[Permit, str]]) -> str:
    try:
        permit = breaker.acquire()
    except CircuitOpen:
        return "refused"
    under_way.append((permit, letter))
    return "probe" if permit.is_probe else "call"


def _settle_but(last: int, under_way: list[tuple[Permit, str]]) -> None:
    while len(under_way) > last:
        permit, letter = under_way.pop(0)
        settle(permit, ENDS[letter])


def _step(breaker: Breaker, door: str) -> list[Json]:
    now = breaker.snapshot()
    return [door, now.state.value, now.streak, now.admitted, now.settled, now.in_flight]
