"""C15: the backoff was multiplied before it was clamped, so a late attempt overflowed and the retries ended.

Source: https://github.com/codingjoe/threadmill/issues/47. Our waits start one step earlier than the report's: attempt
11 waits 1024 seconds, 12 waits 2048, and from 13 on the cap of 3,600 holds.
"""

from collections.abc import Callable
from datetime import timedelta

import pytest

from labs.e08_retries.retry import WAIT_MAX_S, backoff_s

ATTEMPTS = range(1, 10_001)


def wrong_timedelta_s(attempt: int) -> float:
    """Multiply a duration, then clamp it."""
    return min(timedelta(seconds=1) * 2 ** (attempt - 1), timedelta(hours=1)).total_seconds()


def wrong_float_s(attempt: int) -> float:
    """Raise a float, then clamp it."""
    return min(2.0 ** (attempt - 1), WAIT_MAX_S)


def first_that_raises(wait_s: Callable[[int], float]) -> int | None:
    """Ask for the wait after every attempt; answer the first one for which there is none."""
    for attempt in ATTEMPTS:
        try:
            wait_s(attempt)
        except OverflowError:
            return attempt
    return None


@pytest.mark.parametrize(
    ("wait_s", "attempt"), [(wrong_timedelta_s, 48), (wrong_float_s, 1025), (backoff_s, None)]
)
def test_where_the_retries_end(wait_s: Callable[[int], float], attempt: int | None) -> None:
    """Wrong: clamped last, a duration overflows at attempt 48 and a float at 1025; right: clamped first, none does."""
    assert first_that_raises(wait_s) == attempt


@pytest.mark.parametrize("wait_s", [wrong_timedelta_s, wrong_float_s, backoff_s])
def test_early_waits_do_not_tell(wait_s: Callable[[int], float]) -> None:
    """All three agree on the waits of attempts 1 to 20, so a test that stops there sees nothing."""
    waits = [2**n for n in range(12)] + [WAIT_MAX_S] * 8

    assert [wait_s(attempt) for attempt in range(1, 21)] == waits


def test_right_the_cap_holds_for_ever() -> None:
    """Right: from attempt 13 on each wait is the cap."""
    assert {backoff_s(attempt) for attempt in ATTEMPTS[12:]} == {WAIT_MAX_S}
