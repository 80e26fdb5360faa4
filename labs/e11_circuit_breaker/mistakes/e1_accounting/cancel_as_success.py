"""Misconception: Nothing went wrong with the endpoint, so a cancelled call went well.

Rejected by: probe-cancelled
Diagnosis: A cancel ends the streak of failures, and a cancelled probe closes the breaker in front of an endpoint that
nobody has heard from. A close on our side proves nothing about theirs.
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
        permit.success()
        raise
    except BaseException:
        permit.failure()
        raise
    permit.success()
    return result
