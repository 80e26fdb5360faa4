"""Misconception: The caller wants to know whether it went well.

Rejected by: result
Diagnosis: The work was done and its result is thrown away: the caller gets True. `call` returns what the work
returned.
"""

from labs.e11_circuit_breaker.errors import Cancelled, StepError


def call(breaker, work):
    permit = breaker.acquire()
    try:
        work()
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
    return True
