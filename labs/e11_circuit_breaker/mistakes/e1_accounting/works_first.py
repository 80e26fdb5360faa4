"""Misconception: First see how it goes, then tell the breaker.

Rejected by: refused
Diagnosis: The work is begun before anybody asks at the door, so an open breaker keeps no call away; it only spoils
the result. The permit comes first.
"""

from labs.e11_circuit_breaker.errors import Cancelled, StepError


def call(breaker, work):
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
