"""C23: a rule that retries everything unless it is X also retried the cancellation, so the cancelled call carried on.

Source: https://github.com/jd/tenacity/issues/529 (what may be retried must be listed, not what may not).
"""

from labs.e08_retries.cancel_token import CancelToken
from labs.e08_retries.controls import RetriesEverything
from labs.e08_retries.effect_store import EffectStore
from labs.e08_retries.jobs import Job
from labs.e08_retries.worker import Worker
from labs.kit.clock import VirtualClock
from labs.kit.scenario import brief


class UsedUpToken(CancelToken):
    """Wrong: a wish to stop that is gone once somebody has seen it."""

    @property
    def cancelled(self) -> bool:
        """True once, after somebody has asked."""
        with self._lock:
            asked, self._cancelled = self._cancelled, False
            return asked


def cancelled_first(kind: type[Worker], token: CancelToken) -> tuple[list[str], list[float], int]:
    """Cancel before checkpoint 1 of attempt 1; answer the events, the waits, and the writes."""
    clock, store = VirtualClock(), EffectStore()
    worker = kind(store.apply_once, token=token, sleep=clock.sleep)
    worker.submit(Job("a", 7))
    token.cancel()
    with worker:
        pass
    events = [event.as_dict() for event in worker.history.events()]
    return brief(events), clock.waits(), store.snapshot().writes


def test_wrong_the_cancelled_job_is_done() -> None:
    """Wrong: the cancellation is retried, and since the wish is used up, attempt 2 writes."""
    assert cancelled_first(RetriesEverything, UsedUpToken()) == (
        ["retry a", "acked a applied"],
        [1],
        1,
    )


def test_wrong_the_cancelled_job_is_dead() -> None:
    """Wrong: with a token that stays set the cancellation is retried three times and called dead."""
    assert cancelled_first(RetriesEverything, CancelToken()) == (
        ["retry a", "retry a", "dead a none"],
        [1, 2],
        0,
    )


def test_right_it_is_cancelled() -> None:
    """Right: only `Retryable` is retried, so a cancel ends the job on attempt 1, without a wait or a write."""
    assert cancelled_first(Worker, CancelToken()) == (["cancelled a none"], [], 0)
