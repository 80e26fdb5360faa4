"""How one job is carried to its end: attempts, waits between them, and two checkpoints for cancellation.

One attempt, in this order:

    checkpoint 1 → before_effect hook → checkpoint 2
      → scripted failure (fail_before) → effect → acknowledgement (lose_ack)
"""

from collections.abc import Callable
from dataclasses import dataclass

from labs.e08_retries.cancel_token import CancelToken
from labs.e08_retries.effect_store import KeyConflict, Outcome
from labs.e08_retries.jobs import Job
from labs.e08_retries.retry import (
    ACK_LOST,
    ATTEMPTS,
    CONFLICT,
    FAILED_BEFORE,
    Retryable,
    backoff_s,
)
from labs.kit.history import History


class _Noticed(Exception):
    """Cancellation was noticed at a checkpoint."""


class _AckLost(Retryable):
    """The effect happened, and its acknowledgement did not arrive: the job will come again."""


@dataclass(frozen=True)
class Route:
    """What every delivery of one worker shares."""

    apply: Callable[[str, int], Outcome]
    max_attempts: int
    sleep: Callable[[float], None]
    token: CancelToken
    before_effect: Callable[[Job], None] | None
    history: History


class Delivery:
    """One submission on its way; two equal jobs are two deliveries, and each ends exactly once."""

    def __init__(self, job: Job, route: Route) -> None:
        self.job = job
        self.effect = "none"
        self._route = route
        self._attempt = 0
        self._acks_sent = 0

    def carry(self) -> None:
        """Attempt the job until it is acked, dead or cancelled, and record which.

        Only `Retryable` is tried again. Anything that is no answer of the job's, from any of the callables, passes
        through: it is a bug, and retrying a bug repeats it.
        """
        reason = None
        while self._attempt < self._route.max_attempts:
            if reason is not None:
                self.record("retry", reason)
                self._route.sleep(backoff_s(self._attempt))
            self._attempt += 1
            try:
                outcome = self._try_once()
            except _Noticed:
                return self.record("cancelled", effect=self.effect)
            except KeyConflict:
                return self.record("dead", CONFLICT, self.effect)
            except _AckLost:
                reason = ACK_LOST
            except Retryable:
                reason = FAILED_BEFORE
            else:
                return self.record("acked", effect=outcome.value)
        return self.record("dead", ATTEMPTS, self.effect)

    def record(self, event: str, reason: str | None = None, effect: str | None = None) -> None:
        """Record an event of this delivery, with the attempt it is at."""
        self._route.history.record(event, self.job.key, self._attempt, reason, effect)

    def _try_once(self) -> Outcome:
        self._checkpoint(1)
        if self._route.before_effect is not None:
            self._route.before_effect(self.job)
        self._checkpoint(2)
        if self._attempt <= self.job.fail_before:
            raise Retryable(FAILED_BEFORE)
        outcome = self._route.apply(self.job.key, self.job.amount)
        self.effect = "applied"
        self._acks_sent += 1
        if self._acks_sent <= self.job.lose_ack:
            raise _AckLost(ACK_LOST)
        return outcome

    def _checkpoint(self, number: int) -> None:
        if self._route.token.cancelled:
            raise _Noticed(f"checkpoint {number}")
