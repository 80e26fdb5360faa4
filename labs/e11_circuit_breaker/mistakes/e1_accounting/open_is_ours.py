"""Misconception: `CircuitOpen` means that we were refused, so there is nothing to settle.

Rejected by: other-errors
Diagnosis: The work calls somebody else, through another breaker, and that one refuses. We were let in: the permit is
ours, and is never settled. Catch a refusal around `acquire` alone, or not at all.
"""

from labs.e11_circuit_breaker.errors import Cancelled, StepError
from labs.e11_circuit_breaker.permit import CircuitOpen


def call(breaker, work):
    permit = None
    try:
        permit = breaker.acquire()
        result = work()
    except CircuitOpen:
        raise
    except StepError:
        permit.release_probe_as_success()
        raise
    except Cancelled:
        permit.abandon()
        raise
    except BaseException:
        permit.failure()
        raise
    permit.success()
    return result
