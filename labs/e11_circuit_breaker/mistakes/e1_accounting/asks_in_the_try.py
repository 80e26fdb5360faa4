"""Misconception: What `acquire` raises belongs to the call like everything else.

Rejected by: refused
Diagnosis: A caller at an open door has no permit, and the report is made on one all the same: an `UnboundLocalError`
hides the `CircuitOpen`. Ask at the door before the `try`.
"""

from labs.e11_circuit_breaker.errors import Cancelled, StepError


def call(breaker, work):
    try:
        permit = breaker.acquire()
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
