"""The budget: what it takes, what it refuses, and what it counts under which key."""

import math

import pytest

from labs.e10_retry_budget.budget import RetryBudget
from labs.e10_retry_budget.counter_store import CounterStore
from labs.kit.clock import VirtualClock

NAN = math.nan


def built(limit: int, ttl: float, gap: float, refresh: bool = False) -> RetryBudget:
    """A budget over a store of its own."""
    return RetryBudget(CounterStore(VirtualClock().now), limit, ttl, gap, refresh)


@pytest.mark.parametrize("limit", [0, -1, True, 1.5, None, "2"])
def test_refuses_a_limit_that_is_none(limit: object) -> None:
    """A limit below 1 or of another kind is refused by name: zero is neither unset nor for ever."""
    with pytest.raises(ValueError, match=r"^limit: got "):
        built(limit, 100, 10)  # type: ignore[arg-type]


@pytest.mark.parametrize("seconds", [0, -1, NAN, math.inf])
def test_refuses_seconds_that_are_none(seconds: float) -> None:
    """A time to live and a longest gap are numbers of seconds above 0."""
    with pytest.raises(ValueError, match=r"^ttl: got "):
        built(2, seconds, 10)
    with pytest.raises(ValueError, match=r"^longest_gap: got "):
        built(2, 100, seconds)


@pytest.mark.parametrize(
    ("limit", "ttl", "gap", "refresh", "fits"),
    [
        (2, 25_200, 25_200, False, False),
        (2, 25_201, 25_200, False, True),
        (2, 3_600, 25_200, False, False),
        (2, 21_600, 25_200, False, False),
        (2, 50_400, 25_200, False, True),
        (3, 50_400, 25_200, False, False),
        (3, 50_401, 25_200, False, True),
        (3, 25_200, 25_200, True, False),
        (3, 25_201, 25_200, True, True),
        (1, 1, 25_200, False, True),
        (1, 1, 25_200, True, False),
    ],
)
def test_the_window(limit: int, ttl: float, gap: float, refresh: bool, fits: bool) -> None:
    """A fixed window outlives all gaps up to the last failure, a refreshed one each of them; to the second."""
    if fits:
        assert built(limit, ttl, gap, refresh).limit == limit
    else:
        with pytest.raises(ValueError, match=r"^ttl: got .*longest gap"):
            built(limit, ttl, gap, refresh)


def test_each_job_and_step_has_its_own() -> None:
    """Failures are counted by job and by step, and the success of another step is nothing to them."""
    budget = built(3, 1_000, 10)
    spent = [("j1", "render"), ("j1", "preprocess"), ("j2", "render"), ("j1", "render")]

    assert [budget.spend(*pair) for pair in spent] == [1, 1, 1, 2]


def test_names_with_colons_do_not_meet() -> None:
    """A job `a:b` with step `c` and a job `a` with step `b:c` do not share a budget."""
    budget = built(2, 100, 10)

    assert [budget.spend("a:b", "c"), budget.spend("a", "b:c")] == [1, 1]


def test_counts_beyond_the_limit() -> None:
    """What is counted after the end, by a late duplicate, is counted on and never starts again."""
    budget = built(2, 100, 10)

    assert [budget.spend("j1", "render") for _ in range(4)] == [1, 2, 3, 4]
