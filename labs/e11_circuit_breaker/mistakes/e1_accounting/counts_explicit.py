"""Misconception: An error is an error: the call did not go well.

Rejected by: bad-inputs
Diagnosis: Jobs with bad input open the breaker in front of a healthy endpoint, and everybody else's jobs are turned
away. The endpoint took the job, did the work and answered in form; that is a failure of the job's.
"""

from labs.e11_circuit_breaker.errors import Cancelled


def call(breaker, work):
    permit = breaker.acquire()
    try:
        result = work()
    except Cancelled:
        permit.abandon()
        raise
    except BaseException:
        permit.failure()
        raise
    permit.success()
    return result
