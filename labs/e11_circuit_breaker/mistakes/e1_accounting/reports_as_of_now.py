"""Misconception: A report has to be made on a permit of the present, so take a new one.

Rejected by: slow
Diagnosis: The slow call's end is reported as news, and its own permit is never settled. A permit carries its date
with it; that is how the breaker knows a late report from a fresh one.
"""

from labs.e11_circuit_breaker.errors import Cancelled, StepError


def call(breaker, work):
    breaker.acquire()
    try:
        result = work()
    except StepError:
        breaker.acquire().release_probe_as_success()
        raise
    except Cancelled:
        breaker.acquire().abandon()
        raise
    except BaseException:
        breaker.acquire().failure()
        raise
    breaker.acquire().success()
    return result
