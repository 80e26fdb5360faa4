"""Misconception: `release_probe_as_success` is how a call without a result gives its slot back.

Rejected by: probe-cancelled
Diagnosis: A cancelled probe closes the breaker in front of an endpoint that nobody has heard from. The slot has to
come back, but without a word about the endpoint; that is `abandon`.
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
        permit.release_probe_as_success()
        raise
    except BaseException:
        permit.failure()
        raise
    permit.success()
    return result
