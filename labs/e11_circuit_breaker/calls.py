"""One call through the breaker: ask at the door, do the work, and report what the end of it proves."""

from collections.abc import Callable
from typing import TypeVar

from labs.e11_circuit_breaker.breaker import Breaker
from labs.e11_circuit_breaker.outcomes import row_for
from labs.e11_circuit_breaker.permit import Permit, Proof

T = TypeVar("T")


def settle(permit: Permit, error: BaseException | None) -> None:
    """Report on the endpoint what this error proves, or a result if there is none."""
    proof = row_for(error).proves
    if proof is Proof.WELL:
        permit.success()
    elif proof is Proof.REACHABLE:
        permit.release_probe_as_success()
    elif proof is Proof.ILL:
        permit.failure()
    else:
        permit.abandon()


def call(
    breaker: Breaker,
    work: Callable[[], T],
    settle: Callable[[Permit, BaseException | None], None] = settle,
) -> T:
    """The result of the work, done under a permit that is settled whatever comes of it.

    Raises:
        CircuitOpen: the breaker let nobody through; the work was not begun.
        BaseException: whatever the work raised, unchanged, after it was reported.
    """
    permit = breaker.acquire()
    try:
        result = work()
    except BaseException as error:
        settle(permit, error)
        raise
    settle(permit, None)
    return result
