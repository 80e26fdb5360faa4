"""Misconception: A call that returns nothing has had no result.

Rejected by: results
Diagnosis: None, 0 and an empty list are taken for something else than results, so the streak goes on over calls that
went well. Whether a call returned is not to be read from what it returned.
"""

from labs.e11_circuit_breaker.errors import Cancelled, StepError


def call(breaker, work):
    permit = breaker.acquire()
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
    if result:
        permit.success()
    else:
        permit.abandon()
    return result
