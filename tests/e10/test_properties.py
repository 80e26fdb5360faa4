"""Properties of budgets: never more attempts than the limit, whatever the order, the gaps and the crashes."""

from collections import Counter
from dataclasses import dataclass, field
from itertools import accumulate

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from labs.e10_retry_budget.budget import RetryBudget
from labs.e10_retry_budget.controls import TwoCalls
from labs.e10_retry_budget.counter_store import CounterStore
from labs.kit.clock import VirtualClock

same_every_run = settings(derandomize=True, database=None, deadline=None)

PAIRS = [("j1", "render"), ("j1", "preprocess"), ("j2", "render"), ("j1:a", "b"), ("j1", "a:b")]
limits = st.integers(1, 5)
gaps = st.integers(1, 100)
ttls = st.integers(1, 600)
failures = st.tuples(st.integers(0, 100), st.booleans())
streams = st.lists(st.lists(failures, max_size=8), min_size=len(PAIRS), max_size=len(PAIRS))


class Died(BaseException):
    """The consumer dies after the command, before it learns the count."""


def budget_or_none(
    store: CounterStore, limit: int, ttl: float, gap: float, refresh: bool
) -> RetryBudget | None:
    """The budget, if it may be built."""
    try:
        return RetryBudget(store, limit, ttl, gap, refresh)
    except ValueError:
        return None


Event = tuple[float, int, bool]


def by_time(streams: list[list[tuple[int, bool]]], gap: int) -> list[Event]:
    """The failures of all steps in order of time: second, which step, whether its consumer dies; no gap too long."""
    events = []
    for number, stream in enumerate(streams):
        seconds = accumulate(min(wait, gap) for wait, _ in stream)
        events += [(at, number, dies) for at, (_, dies) in zip(seconds, stream, strict=True)]
    return sorted(events)


@dataclass
class Played:
    """By step: how many failures there were, the numbers that the living were told, the deaths at the end."""

    failures: Counter[int] = field(default_factory=Counter)
    told: dict[int, list[int]] = field(default_factory=dict)
    died_last: Counter[int] = field(default_factory=Counter)


def play(
    limit: int, ttl: int, gap: int, refresh: bool, events: list[Event], spare_last: bool
) -> Played:
    """Let jobs fail that are tried until somebody gives them up; who dies has counted, and decides nothing.

    With `spare_last` nobody dies at the failure that ends the job.
    """
    clock, dying, played = VirtualClock(), [False], Played()

    def after_command() -> None:
        if dying[0]:
            raise Died

    budget = budget_or_none(CounterStore(clock.now, after_command), limit, ttl, gap, refresh)
    assume(budget is not None)
    assert budget is not None
    given_up: set[int] = set()
    for at, number, dies in events:
        clock.advance(at - clock.now())
        if number in given_up:
            continue
        played.failures[number] += 1
        is_last = played.failures[number] >= limit
        dying[0] = dies and not (spare_last and is_last)
        try:
            count = budget.spend(*PAIRS[number])
        except Died:
            played.died_last[number] += is_last
            continue
        played.told.setdefault(number, []).append(count)
        if count >= limit:
            given_up.add(number)
    return played


@same_every_run
@given(limits, ttls, gaps, st.booleans(), streams)
def test_never_more_attempts_than_the_limit(
    limit: int, ttl: int, gap: int, refresh: bool, plan: list[list[tuple[int, bool]]]
) -> None:
    """Whatever the order, the gaps and the deaths on the way: a step fails at most `limit` times, and is told so."""
    played = play(limit, ttl, gap, refresh, by_time(plan, gap), spare_last=True)

    for number, failures in played.failures.items():
        told = played.told.get(number, [])
        assert failures <= limit
        assert told == sorted(set(told))
        assert (failures < limit) == (not told or told[-1] < limit)


@same_every_run
@given(limits, ttls, gaps, streams)
def test_a_death_at_the_last_failure_costs_one_attempt(
    limit: int, ttl: int, gap: int, plan: list[list[tuple[int, bool]]]
) -> None:
    """A refreshed counter goes on behind the limit: each consumer that dies at the end costs one attempt."""
    played = play(limit, ttl, gap, True, by_time(plan, gap), spare_last=False)

    for number, failures in played.failures.items():
        assert failures <= limit + played.died_last[number]


@same_every_run
@given(limits, ttls, gaps, st.booleans())
def test_the_refusal_is_exact(limit: int, ttl: int, gap: int, refresh: bool) -> None:
    """What is accepted reaches its limit at the longest gaps; what is refused would not, or has no second failure."""
    clock = VirtualClock()
    store = CounterStore(clock.now)
    accepted = budget_or_none(store, limit, ttl, gap, refresh) is not None
    counts = []
    for _ in range(limit):
        counts.append(store.incr_with_ttl("key", ttl, refresh))
        clock.advance(gap)

    if limit > 1:
        assert accepted == (counts == list(range(1, limit + 1)))


@same_every_run
@given(ttls, st.lists(st.tuples(st.integers(0, 700), st.booleans()), max_size=20))
def test_no_counter_lives_for_ever(ttl: int, plan: list[tuple[int, bool]]) -> None:
    """Whoever dies at whichever command of the atomic step: when the time is over, counting starts at 1."""
    assert count_after(CounterStore, ttl, plan) == 1


def test_two_calls_leave_a_counter_for_ever() -> None:
    """The same plan with two calls shows the teeth: one death between them, and counting never starts again."""
    assert count_after(TwoCalls, 60, [(0, True)]) == 2


def count_after(counters: type[CounterStore], ttl: int, plan: list[tuple[int, bool]]) -> int:
    """Count by the plan, each time with or without a death; then let the time pass, and count once more."""
    clock, dying = VirtualClock(), [False]

    def after_command() -> None:
        if dying[0]:
            raise Died

    store = counters(clock.now, after_command)
    for wait, dies in plan:
        clock.advance(wait)
        dying[0] = dies
        if dies:
            with pytest.raises(Died):
                store.incr_with_ttl("key", ttl)
        else:
            store.incr_with_ttl("key", ttl)
    dying[0] = False
    clock.advance(ttl)
    return store.incr_with_ttl("key", ttl)
