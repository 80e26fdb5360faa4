"""Misconception: It was reported to the breaker, so it has been dealt with.

Rejected by: bad-inputs
Diagnosis: The caller gets None and takes it for a result. The breaker learns about the endpoint; what became of the
job is for the caller, so raise it again.
"""

from labs.e11_circuit_breaker.errors import Cancelled, StepError


def call(breaker, work):
    permit = breaker.acquire()
    try:
        result = work()
    except StepError:
        permit.release_probe_as_success()
    except Cancelled:
        permit.abandon()
    except BaseException:
        permit.failure()
    else:
        permit.success()
        return result
