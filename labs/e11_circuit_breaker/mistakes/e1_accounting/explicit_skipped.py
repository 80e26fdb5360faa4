"""Misconception: An explicit failure is neither a success nor a failure, so nothing is reported.

Rejected by: probe-answered
Diagnosis: The permit is never settled. While closed nobody sees it; as the half-open probe it keeps the only slot,
and every later call is refused, for ever. Whatever the work ends in, its permit comes back.
"""

from labs.e11_circuit_breaker.errors import Cancelled, StepError


def call(breaker, work):
    permit = breaker.acquire()
    try:
        result = work()
    except StepError:
        pass
        raise
    except Cancelled:
        permit.abandon()
        raise
    except BaseException:
        permit.failure()
        raise
    permit.success()
    return result
