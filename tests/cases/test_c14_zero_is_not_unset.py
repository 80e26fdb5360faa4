"""C14: a message that asked for 0 retries was retried with the default, because zero counted as unset.

Source: https://github.com/Bogdanp/dramatiq/issues/646 (fixed).
"""

import pytest

from labs.e08_retries.effect_store import EffectStore
from labs.e08_retries.jobs import Job
from labs.e08_retries.worker import Worker
from labs.kit.clock import VirtualClock

RETRIES_DEFAULT = 2


def wrong_attempts(retries: int | None) -> int:
    """Take the default where the override is falsy."""
    return 1 + (retries or RETRIES_DEFAULT)


def right_attempts(retries: int | None) -> int:
    """Take the default where there is no override."""
    return 1 + (RETRIES_DEFAULT if retries is None else retries)


def fails_always(max_attempts: int) -> tuple[list[float], int | None]:
    """Work off a job that always fails; answer the waits, and the attempt at which it was dead."""
    clock = VirtualClock()
    worker = Worker(EffectStore().apply_once, max_attempts=max_attempts, sleep=clock.sleep)
    worker.submit(Job("a", 7, fail_before=100))
    with worker:
        pass
    (dead,) = [event for event in worker.history.events() if event.event == "dead"]
    return clock.waits(), dead.attempt


def test_wrong_zero_is_taken_for_unset() -> None:
    """Wrong: with 0 retries asked for, there are three attempts and two waits."""
    assert fails_always(wrong_attempts(0)) == ([1, 2], 3)


def test_right_zero_means_none() -> None:
    """Right: with 0 retries asked for, there is one attempt and no wait."""
    assert fails_always(right_attempts(0)) == ([], 1)


@pytest.mark.parametrize("attempts", [wrong_attempts, right_attempts])
def test_unset_means_the_default(attempts) -> None:
    """With no override both take the default, so only a zero tells them apart."""
    assert fails_always(attempts(None)) == ([1, 2], 3)


def test_right_zero_attempts_are_refused() -> None:
    """Right: a limit of 0 attempts is refused by the worker, and not replaced by its default."""
    with pytest.raises(ValueError, match="max_attempts"):
        fails_always(0)
