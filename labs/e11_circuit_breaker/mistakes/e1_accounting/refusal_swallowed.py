"""Misconception: A refused call has no result, so it returns None.

Rejected by: refused
Diagnosis: The caller takes the None for a result, and the job is lost. Nobody was asked, and that is what
`CircuitOpen` says; let it pass.
"""

from labs.e11_circuit_breaker.errors import Cancelled, StepError
from labs.e11_circuit_breaker.permit import CircuitOpen


def call(breaker, work):
    try:
        permit = breaker.acquire()
    except CircuitOpen:
        return None
    try:
        result = work()
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
