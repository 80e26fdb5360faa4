"""C42 and C44: two public reports, re-enacted; the wrong variant shows the symptom, the right one does not."""

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from labs.e11_circuit_breaker.breaker import Breaker
from labs.e11_circuit_breaker.calls import call
from labs.e11_circuit_breaker.controls import (
    cancel_as_success,
    counts_explicit_failures,
    skips_explicit_failures,
)
from labs.e11_circuit_breaker.errors import Cancelled, StepError
from labs.e11_circuit_breaker.permit import CircuitOpen, Snapshot, State
from labs.kit.clock import VirtualClock


class NotFound(StepError):
    """The backend's normal answer for something that it does not have."""


class Backend:
    """A backend behind a breaker: what it was asked, and what the callers were told."""

    def __init__(self, threshold: int, lease: float | None, through: Callable[..., Any]) -> None:
        self.clock = VirtualClock()
        self.breaker = Breaker(threshold, 10, self.clock.now, lease)
        self.reached = 0
        self.told: list[str] = []
        self._through = through

    def ask(self, error: BaseException | None = None, at: float | None = None) -> None:
        """Make one call, at that second if given, that is to end in that error or in a result."""
        if at is not None:
            self.clock.advance(at - self.clock.now())
        try:
            self._through(self.breaker, lambda: self._serve(error))
        except CircuitOpen:
            self.told.append("rejected")
        except (StepError, Cancelled) as met:
            self.told.append(type(met).__name__)
        else:
            self.told.append("ok")

    def open(self) -> None:
        """Open the breaker of threshold 1 at t=0, by a report and not by a call."""
        self.breaker.acquire().failure()

    def state(self) -> State:
        """The breaker's state."""
        return self.breaker.snapshot().state

    def _serve(self, error: BaseException | None) -> None:
        self.reached += 1
        if error is not None:
            raise error


def not_found() -> NotFound:
    """One such answer."""
    return NotFound("get", "backend", "not found")


def c42(through: Callable[..., Any]) -> Backend:
    """Threshold 3; NotFound three times, then OK."""
    backend = Backend(3, 60, through)
    for _ in range(3):
        backend.ask(not_found())
    backend.ask()
    return backend


def test_c42_wrong() -> None:
    """onflow/flow-go#4910: every error counted, three normal answers shut a healthy backend out."""
    backend = c42(partial(call, settle=counts_explicit_failures))

    assert backend.told == ["NotFound", "NotFound", "NotFound", "rejected"]
    assert (backend.reached, backend.state()) == (3, State.OPEN)


def test_c42_right() -> None:
    """onflow/flow-go#4910: the answers reach their callers, and the breaker has nothing to count."""
    backend = c42(call)

    assert backend.told == ["NotFound", "NotFound", "NotFound", "ok"]
    assert backend.reached == 4
    assert backend.breaker.snapshot() == Snapshot(State.CLOSED, 0, 4, 4, 0, 0)


def c44(through: Callable[..., Any], probe_ends_in: BaseException) -> Backend:
    """Open at t=0, reset 10 s; the probe ends at t=10; calls at t=11, 12 and 1000."""
    backend = Backend(1, None, through)
    backend.open()
    backend.ask(probe_ends_in, at=10)
    for at in (11, 12, 1_000):
        backend.ask(at=at)
    return backend


def test_c44_wrong() -> None:
    """resilience4j/resilience4j#544: an ignored error of the last probe kept its permit, and half-open for good."""
    backend = c44(partial(call, settle=skips_explicit_failures), not_found())

    assert backend.told == ["NotFound", "rejected", "rejected", "rejected"]
    assert (backend.reached, backend.state()) == (1, State.HALF_OPEN)


def test_c44_right() -> None:
    """resilience4j/resilience4j#544: the probe was answered, so the backend is back, at t=11 and for good."""
    backend = c44(call, not_found())

    assert backend.told == ["NotFound", "ok", "ok", "ok"]
    assert (backend.reached, backend.state()) == (4, State.CLOSED)


def test_c44_cancelled() -> None:
    """A cancelled probe gives its permit back and proves nothing: the call at t=11 is the next probe."""
    backend = Backend(1, None, call)
    backend.open()
    backend.ask(Cancelled("the caller went away"), at=10)
    after_cancel = backend.state()
    backend.ask(at=11)

    assert (after_cancel, backend.state()) == (State.HALF_OPEN, State.CLOSED)
    assert backend.told == ["Cancelled", "ok"]


def test_c44_cancelled_wrong() -> None:
    """A cancel that counts as an answer closes the breaker in front of a backend that nobody has heard from."""
    backend = Backend(1, None, partial(call, settle=cancel_as_success))
    backend.open()
    backend.ask(Cancelled("the caller went away"), at=10)

    assert backend.state() is State.CLOSED


@pytest.mark.parametrize(
    ("lease", "told", "state"),
    [
        (None, ["rejected", "rejected", "rejected"], State.HALF_OPEN),
        (60, ["rejected", "rejected", "ok"], State.CLOSED),
    ],
)
def test_c44_never_returns(lease: float | None, told: list[str], state: State) -> None:
    """diegosouzapw/OmniRoute#13836: a probe that never settles keeps the slot for ever, unless there is a lease."""
    backend = Backend(1, lease, call)
    backend.open()
    backend.clock.advance(10)
    backend.breaker.acquire()
    for at in (11, 12, 1_000):
        backend.ask(at=at)

    assert (backend.told, backend.state()) == (told, state)


def test_c44_late_verdict() -> None:
    """A probe that speaks up after its lease is not heard: the new probe decides."""
    backend = Backend(1, 60, call)
    backend.open()
    backend.clock.advance(10)
    old = backend.breaker.acquire()
    backend.clock.advance(60)
    new = backend.breaker.acquire()
    old.success()
    after_ghost = backend.state()
    new.failure()

    assert (after_ghost, backend.state()) == (State.HALF_OPEN, State.OPEN)
