"""The virtual clock: waits are recorded, none is slept, and time never goes back."""

import pytest

from labs.kit.clock import VirtualClock


def test_starts_at_zero() -> None:
    """A new clock stands at 0 and has seen no wait."""
    clock = VirtualClock()

    assert (clock.now(), clock.waits()) == (0, [])


def test_sleep_records_and_passes() -> None:
    """Each sleep is recorded in order and lets its seconds pass."""
    clock = VirtualClock()

    for seconds in (1, 2, 0, 3600):
        clock.sleep(seconds)

    assert (clock.waits(), clock.now()) == ([1, 2, 0, 3600], 3603)


def test_advance_is_no_wait() -> None:
    """Time that passes by itself is not counted as a wait."""
    clock = VirtualClock()

    clock.advance(5)

    assert (clock.now(), clock.waits()) == (5, [])


@pytest.mark.parametrize("verb", ["sleep", "advance"])
@pytest.mark.parametrize("seconds", [-1, -0.5, float("nan")])
def test_refuses_what_is_no_wait(verb: str, seconds: float) -> None:
    """What is not 0 or more seconds is refused by name and changes nothing."""
    clock = VirtualClock()

    with pytest.raises(ValueError, match=rf"0 or more seconds, got {seconds}"):
        getattr(clock, verb)(seconds)

    assert (clock.now(), clock.waits()) == (0, [])


def test_waits_are_a_snapshot() -> None:
    """Who reads the waits cannot change them."""
    clock = VirtualClock()
    clock.sleep(1)

    clock.waits().append(99)

    assert clock.waits() == [1]


def test_whole_seconds_stay_whole() -> None:
    """Whole waits give a whole time, so that a figure in JSON reads 4 and not 4.0."""
    clock = VirtualClock()

    clock.sleep(4)

    assert [type(clock.now()), type(clock.waits()[0])] == [int, int]
