"""The counter store: when a counter is gone, and what is left if a caller dies between two commands."""

import pytest

from labs.e10_retry_budget.counter_store import CounterStore
from labs.kit.clock import VirtualClock


class Died(BaseException):
    """The caller dies here."""


def dies() -> None:
    """Die after the command."""
    raise Died


def test_a_counter_is_gone_at_its_second() -> None:
    """One second before its time a counter counts on, at its time it starts again."""
    clock = VirtualClock()
    store = CounterStore(clock.now)
    counts = [store.incr_with_ttl("a", 60)]
    clock.advance(59)
    counts.append(store.incr_with_ttl("a", 60))
    clock.advance(1)
    counts.append(store.incr_with_ttl("a", 60))

    assert counts == [1, 2, 1]


def test_the_window_is_fixed_unless_it_is_refreshed() -> None:
    """Without refresh the time runs from the first count, with it from the last."""
    fixed, refreshed = [], []
    clock = VirtualClock()
    store = CounterStore(clock.now)
    for _ in range(5):
        fixed.append(store.incr_with_ttl("fixed", 100))
        refreshed.append(store.incr_with_ttl("refreshed", 100, refresh=True))
        clock.advance(50)

    assert (fixed, refreshed) == ([1, 2, 1, 2, 1], [1, 2, 3, 4, 5])


def test_a_refreshed_counter_ends_after_a_gap() -> None:
    """A refreshed counter is gone when nothing was counted for its whole time."""
    clock = VirtualClock()
    store = CounterStore(clock.now)
    store.incr_with_ttl("a", 100, refresh=True)
    clock.advance(100)

    assert store.incr_with_ttl("a", 100, refresh=True) == 1


def test_keys_do_not_meet() -> None:
    """Each key has its own count, also where joined texts would be the same."""
    store = CounterStore(VirtualClock().now)

    assert [store.incr_with_ttl(key, 9) for key in [("a:b", "c"), ("a", "b:c"), ("a:b", "c")]] == [
        1,
        1,
        2,
    ]


def test_incr_alone_lives_for_ever() -> None:
    """A counter of `incr` alone is there after any time, until `expire` gives it one."""
    clock = VirtualClock()
    store = CounterStore(clock.now)
    store.incr("a")
    clock.advance(10**9)
    counts = [store.incr("a")]
    store.expire("a", 60)
    clock.advance(60)
    counts.append(store.incr("a"))

    assert counts == [2, 1]


def test_expire_makes_no_counter() -> None:
    """To give a time to a counter that there is not, or not any more, changes nothing."""
    clock = VirtualClock()
    store = CounterStore(clock.now)
    store.expire("a", 60)
    store.incr_with_ttl("a", 10)
    clock.advance(10)
    store.expire("a", 60)
    clock.advance(100)

    assert [store.incr("a"), store.incr("b")] == [1, 1]


def test_a_counter_without_a_time_gets_one() -> None:
    """The atomic step counts on from a counter that was left without a time, and gives it one."""
    clock = VirtualClock()
    store = CounterStore(clock.now)
    store.incr("a")
    counts = [store.incr_with_ttl("a", 60)]
    clock.advance(60)
    counts.append(store.incr_with_ttl("a", 60))

    assert counts == [2, 1]


@pytest.mark.parametrize("command", ["incr", "incr_with_ttl"])
def test_a_crash_comes_after_the_whole_command(command: str) -> None:
    """Who dies after a command has had it carried out, all of it."""
    clock = VirtualClock()
    died = [dies]
    store = CounterStore(clock.now, lambda: died.pop()() if died else None)
    with pytest.raises(Died):
        store.incr("a") if command == "incr" else store.incr_with_ttl("a", 60)
    clock.advance(60)

    assert store.incr("a") == {"incr": 2, "incr_with_ttl": 1}[command]
