"""The controls: the same parts with one protection taken out, to show what that protection was for."""

from collections.abc import Callable
from typing import Any, TypeVar

from labs.e11_circuit_breaker.breaker import Breaker
from labs.e11_circuit_breaker.calls import settle
from labs.e11_circuit_breaker.errors import Cancelled, ProtocolError, StepError
from labs.e11_circuit_breaker.permit import Permit, State

T = TypeVar("T")


def counts_explicit_failures(permit: Permit, error: BaseException | None) -> None:
    """Take every error for an ill endpoint, the producer's own answer among them."""
    if isinstance(error, StepError):
        permit.failure()
    else:
        settle(permit, error)


def trusts_unreadable_answers(permit: Permit, error: BaseException | None) -> None:
    """Take an answer that cannot be read for an answer."""
    if isinstance(error, ProtocolError):
        permit.release_probe_as_success()
    else:
        settle(permit, error)


def explicit_failure_as_success(permit: Permit, error: BaseException | None) -> None:
    """Take the producer's answer for a result, so that it ends a streak of failures."""
    if isinstance(error, StepError):
        permit.success()
    else:
        settle(permit, error)


def skips_explicit_failures(permit: Permit, error: BaseException | None) -> None:
    """Report neither success nor failure where the job failed, and so nothing at all."""
    if not isinstance(error, StepError):
        settle(permit, error)


def cancel_as_success(permit: Permit, error: BaseException | None) -> None:
    """Take our own cancel for an answer of the endpoint's."""
    if isinstance(error, Cancelled):
        permit.success()
    else:
        settle(permit, error)


def settles_results_only(breaker: Breaker, work: Callable[[], T]) -> T:
    """Do the work under a permit that is settled on the happy path alone."""
    permit = breaker.acquire()
    result = work()
    permit.success()
    return result


class ForgetsIssue(Breaker):
    """Takes every report for news, whenever the permit was issued."""

    def _is_late(self, permit: Permit) -> bool:
        del permit
        return False


class LooksOutsideLock(Breaker):
    """Looks whether the cooldown is over, and takes the lock again to act on it: two may have seen the same."""

    def __init__(
        self, *args: Any, after_look: Callable[[], None] | None = None, **options: Any
    ) -> None:
        super().__init__(*args, **options)
        self._after_look = after_look

    def acquire(self) -> Permit:
        """Leave to make one call, if the door was open a moment ago."""
        with self._lock:
            now = self._clock()
            over = self._state is State.OPEN and now >= self._opened_at + self._cooldown
        if not over:
            return super().acquire()
        if self._after_look is not None:
            self._after_look()
        with self._lock:
            self._enter(State.HALF_OPEN, now)
            return self._issue(now)
