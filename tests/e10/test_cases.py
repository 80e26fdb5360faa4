"""Faults that others reported, re-enacted on this lab's parts: each wrong way first, then the right one."""

from itertools import cycle

import pytest

from labs.e10_retry_budget.budget import RetryBudget
from labs.e10_retry_budget.controls import TwoCalls, UncheckedBudget
from labs.e10_retry_budget.counter_store import CounterStore
from labs.kit.clock import VirtualClock

# C10, https://github.com/sidekiq/sidekiq/issues/3813: a record is forgotten before the last retry comes.


def writes_with_duplicate_at(second: float) -> int:
    """An effect at t=0 under a record of 10 s, its acknowledgement lost, a duplicate so much later: how many writes."""
    clock = VirtualClock()
    records = CounterStore(clock.now)
    first = records.incr_with_ttl("k1", 10)
    clock.advance(second)
    return [first, records.incr_with_ttl("k1", 10)].count(1)


def test_c10_wrong() -> None:
    """Wrong: a duplicate at second 9 is known, at second 10 it is not, and writes again."""
    assert [writes_with_duplicate_at(second) for second in (9, 10, 11)] == [1, 2, 2]


def test_c10_right() -> None:
    """Right: who knows the longest time to the duplicate is refused a record that does not outlive it; 10 s do not."""
    counters = CounterStore(VirtualClock().now)
    for longest_gap in (10, 11):
        with pytest.raises(ValueError, match="longest gap"):
            RetryBudget(counters, limit=2, ttl=10, longest_gap=longest_gap)

    assert RetryBudget(counters, limit=2, ttl=10, longest_gap=9).limit == 2


# C13, https://github.com/nats-io/nats-server/issues/7302: is the window counted from the first sight, or the last?


def passed(refresh: bool) -> str:
    """One id each 60 s under a window of 120 s: P for passed as new, D for known as a duplicate."""
    clock, letters = VirtualClock(), ""
    window = CounterStore(clock.now)
    for _ in range(5):
        letters += "P" if window.incr_with_ttl("id", 120, refresh) == 1 else "D"
        clock.advance(60)
    return letters


def test_c13_fixed() -> None:
    """A window from the first sight is over at second 120: wrong, if the other one was promised."""
    assert passed(refresh=False) == "PDPDP"


def test_c13_sliding() -> None:
    """A window from the last sight is never over: one passes."""
    assert passed(refresh=True) == "PDDDD"


# C20, https://github.com/lantins/resque-retry/issues/105: the counter is gone before the longest backoff is over.


def counts_until_dead(budget: RetryBudget, clock: VirtualClock) -> list[int]:
    """Executions that always fail, 1, 2 and 8 s apart and so on: their counts, until the limit or twelve of them."""
    counts = []
    for gap_s in cycle((1, 2, 8)):
        counts.append(budget.spend("j1", "render"))
        if counts[-1] >= budget.limit or len(counts) == 12:
            break
        clock.advance(gap_s)
    return counts


def test_c20_wrong() -> None:
    """Wrong: with 5 s the count starts again after each wait of 8 s, and the limit of 4 is never met."""
    clock = VirtualClock()
    budget = UncheckedBudget(CounterStore(clock.now), 4, ttl=5, longest_gap=8, refresh=True)

    assert counts_until_dead(budget, clock) == [1, 2, 3] * 4


def test_c20_right() -> None:
    """Right: 5 s and 8 s are refused, with 9 s the fourth execution, at second 11, is the last."""
    clock = VirtualClock()
    counters = CounterStore(clock.now)
    for ttl in (5, 8):
        with pytest.raises(ValueError, match="longest gap"):
            RetryBudget(counters, 4, ttl=ttl, longest_gap=8, refresh=True)
    budget = RetryBudget(counters, 4, ttl=9, longest_gap=8, refresh=True)

    assert (counts_until_dead(budget, clock), clock.now()) == ([1, 2, 3, 4], 11)


# C21, https://github.com/JSONbored/loopover/issues/9493: the first hit was counted, and its expiry was lost.


class Lost(Exception):
    """The caller is gone."""


def hits(counters: type[CounterStore], crash: bool) -> list[int]:
    """Hits at 0, 100, 200, 300 and 10,000 s in a window of 60 s; the first caller may die after its first command."""
    clock, crashes, counts = VirtualClock(), [crash], []

    def after_command() -> None:
        if crashes and crashes.pop():
            raise Lost

    window = counters(clock.now, after_command)
    for second in (0, 100, 200, 300, 10_000):
        clock.advance(second - clock.now())
        try:
            counts.append(window.incr_with_ttl("user", 60))
        except Lost:
            counts.append(1)  # counted, and nobody was told
    return counts


def test_c21_wrong() -> None:
    """Wrong: two commands, and a death between them; with a limit of 3 the hits at 300 and 10,000 s are denied."""
    counts = hits(TwoCalls, crash=True)

    assert (counts, sum(count > 3 for count in counts)) == ([1, 2, 3, 4, 5], 2)


def test_c21_right() -> None:
    """Right: one atomic step, and each hit finds a new window; without a death both ways do the same."""
    assert hits(CounterStore, crash=True) == [1, 1, 1, 1, 1]
    assert hits(TwoCalls, crash=False) == hits(CounterStore, crash=False) == [1, 1, 1, 1, 1]


def test_c21_repair() -> None:
    """Right: a counter that is there without a time to live gets one from the next hit."""
    clock = VirtualClock()
    window = CounterStore(clock.now)
    window.incr("user")
    counts = [window.incr_with_ttl("user", 60)]
    clock.advance(60)

    assert [*counts, window.incr_with_ttl("user", 60)] == [2, 1]
