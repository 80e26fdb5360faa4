"""Misconception: A breaker must not lose a job, so what is refused is done without a permit.

Rejected by: refused
Diagnosis: The endpoint is asked while the breaker is open: it keeps nobody away. What to do with a refused job is for
the caller to decide.
"""

from labs.e11_circuit_breaker.errors import Cancelled, StepError
from labs.e11_circuit_breaker.permit import CircuitOpen


def call(breaker, work):
    try:
        permit = breaker.acquire()
    except CircuitOpen:
        return work()
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
