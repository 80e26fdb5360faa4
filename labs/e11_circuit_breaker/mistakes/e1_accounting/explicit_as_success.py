"""Misconception: The endpoint answered, so it was a success.

Rejected by: streak
Diagnosis: A job with bad input wipes out the node failures before it. A stream of bad inputs then hides an ill node
for as long as it lasts: failure, failure, bad input, failure stays closed. Only a result ends a streak.
"""

from labs.e11_circuit_breaker.errors import Cancelled, StepError


def call(breaker, work):
    permit = breaker.acquire()
    try:
        result = work()
    except StepError:
        permit.success()
        raise
    except Cancelled:
        permit.abandon()
        raise
    except BaseException:
        permit.failure()
        raise
    permit.success()
    return result
