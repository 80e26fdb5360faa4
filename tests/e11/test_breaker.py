"""The breaker: when the door opens, what a permit may be used for, and what a lease gives back."""

from collections.abc import Callable

import pytest

from labs.e11_circuit_breaker.breaker import Breaker
from labs.e11_circuit_breaker.calls import call
from labs.e11_circuit_breaker.permit import AlreadySettled, CircuitOpen, Permit, Snapshot, State
from labs.kit.clock import VirtualClock

REPORTS = [Permit.success, Permit.failure, Permit.release_probe_as_success, Permit.abandon]


def opened(clock: VirtualClock, lease: float | None = 60) -> Breaker:
    """A breaker that has just opened."""
    breaker = Breaker(1, 10, clock.now, lease)
    breaker.acquire().failure()
    return breaker


@pytest.mark.parametrize(
    ("settings", "field"),
    [
        ((0, 10, 60), "threshold"),
        ((-1, 10, 60), "threshold"),
        ((True, 10, 60), "threshold"),
        ((1.5, 10, 60), "threshold"),
        ((3, 0, 60), "cooldown"),
        ((3, -1, 60), "cooldown"),
        ((3, float("nan"), 60), "cooldown"),
        ((3, 10, 0), "permit_lease"),
        ((3, 10, float("nan")), "permit_lease"),
    ],
)
def test_refuses_settings_that_cannot_work(settings: tuple[int, float, float], field: str) -> None:
    """A setting that cannot work is refused when the breaker is built, by its name."""
    threshold, cooldown, lease = settings

    with pytest.raises(ValueError, match=rf"^{field}: got "):
        Breaker(threshold, cooldown, VirtualClock().now, lease)


def test_opens_at_the_threshold() -> None:
    """Two of three failures leave it closed, the third opens it."""
    breaker = Breaker(3, 10, VirtualClock().now, 60)
    states = []
    for _ in range(3):
        breaker.acquire().failure()
        states.append(breaker.snapshot().state)

    assert states == [State.CLOSED, State.CLOSED, State.OPEN]


def test_a_result_ends_the_streak() -> None:
    """Failures add up only while no result comes between them."""
    breaker = Breaker(2, 10, VirtualClock().now, 60)
    for _ in range(3):
        breaker.acquire().failure()
        breaker.acquire().success()

    assert breaker.snapshot() == Snapshot(State.CLOSED, 0, 6, 6, 0, 0)


def test_the_cooldown_is_exact() -> None:
    """One second before the cooldown is over the door is shut, at its end one probe passes."""
    clock = VirtualClock()
    breaker = opened(clock)
    clock.advance(9)
    with pytest.raises(CircuitOpen):
        breaker.acquire()
    clock.advance(1)

    assert breaker.acquire().is_probe


def test_a_failed_probe_renews_the_cooldown() -> None:
    """After each failed probe the whole cooldown passes again before the next, counted from that failure."""
    clock = VirtualClock()
    breaker = opened(clock)
    clock.advance(10)
    for _ in range(3):
        clock.advance(5)
        breaker.acquire().failure()
        clock.advance(9)
        with pytest.raises(CircuitOpen):
            breaker.acquire()
        clock.advance(1)

    assert breaker.acquire().is_probe


def test_looking_moves_nothing() -> None:
    """A snapshot does not let the breaker out of open, however long ago the cooldown was over."""
    clock = VirtualClock()
    breaker = opened(clock)
    clock.advance(1_000)

    assert [breaker.snapshot().state for _ in range(2)] == [State.OPEN, State.OPEN]


@pytest.mark.parametrize("first", REPORTS, ids=lambda report: report.__name__)
@pytest.mark.parametrize("second", REPORTS, ids=lambda report: report.__name__)
@pytest.mark.parametrize("probe", [False, True], ids=["call", "probe"])
def test_a_permit_is_settled_once(
    first: Callable[[Permit], None], second: Callable[[Permit], None], probe: bool
) -> None:
    """A second settle of any kind is an error and changes nothing, not even somebody else's slot."""
    clock = VirtualClock()
    breaker = Breaker(1, 10, clock.now, 60)
    if probe:
        breaker = opened(clock)
        clock.advance(10)
    permit = breaker.acquire()
    first(permit)
    clock.advance(10)
    other = breaker.acquire()
    before = breaker.snapshot()

    with pytest.raises(AlreadySettled):
        second(permit)

    assert breaker.snapshot() == before
    other.abandon()


def test_a_refused_caller_was_not_served() -> None:
    """Behind an open breaker the work is not begun."""
    served: list[str] = []
    breaker = opened(VirtualClock())

    with pytest.raises(CircuitOpen):
        call(breaker, lambda: served.append("work"))

    assert served == []
    assert breaker.snapshot() == Snapshot(State.OPEN, 0, 1, 1, 0, 1)


def test_the_result_and_the_error_come_through_unchanged() -> None:
    """A call hands on what the work returned or raised, the very object."""
    breaker = Breaker(3, 10, VirtualClock().now, 60)
    bug = ZeroDivisionError("a bug")

    def work() -> None:
        raise bug

    with pytest.raises(ZeroDivisionError) as raised:
        call(breaker, work)
    assert raised.value is bug
    assert call(breaker, lambda: "result") == "result"


def test_a_lease_ends_on_time() -> None:
    """The slot of a silent probe is taken a second before its lease is over, and free at its end."""
    clock = VirtualClock()
    breaker = opened(clock)
    clock.advance(10)
    breaker.acquire()
    clock.advance(59)
    with pytest.raises(CircuitOpen):
        breaker.acquire()
    clock.advance(1)

    assert breaker.acquire().is_probe
    assert breaker.snapshot() == Snapshot(State.HALF_OPEN, 0, 3, 2, 1, 1)


@pytest.mark.parametrize("report", REPORTS, ids=lambda report: report.__name__)
def test_a_ghost_is_not_heard(report: Callable[[Permit], None]) -> None:
    """A probe that reports after its lease changes nothing; if it reports again, that is an error."""
    clock = VirtualClock()
    breaker = opened(clock)
    clock.advance(10)
    ghost = breaker.acquire()
    clock.advance(60)
    report(ghost)

    assert breaker.snapshot() == Snapshot(State.HALF_OPEN, 0, 2, 2, 0, 0)
    with pytest.raises(AlreadySettled):
        report(ghost)


def test_the_ghost_leaves_the_next_probe_its_slot() -> None:
    """While the next probe is out, a report of the old one neither closes the breaker nor frees the slot."""
    clock = VirtualClock()
    breaker = opened(clock)
    clock.advance(10)
    ghost = breaker.acquire()
    clock.advance(60)
    breaker.acquire()
    ghost.success()

    with pytest.raises(CircuitOpen):
        breaker.acquire()
    assert breaker.snapshot().state is State.HALF_OPEN


def test_a_call_past_its_lease_is_not_counted() -> None:
    """In closed, too, a permit past its lease is taken for abandoned: its failure adds nothing."""
    clock = VirtualClock()
    breaker = Breaker(1, 10, clock.now, 60)
    slow = breaker.acquire()
    clock.advance(60)
    slow.failure()

    assert breaker.snapshot() == Snapshot(State.CLOSED, 0, 1, 1, 0, 0)
