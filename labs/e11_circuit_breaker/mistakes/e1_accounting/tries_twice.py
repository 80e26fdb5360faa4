"""Misconception: One bad answer may be chance; the endpoint deserves a second try.

Rejected by: node-failures
Diagnosis: The endpoint is asked twice under one permit, and only the second end is counted. A retry is a call of its
own, under a permit of its own, and how many there may be is somebody else's decision (E10).
"""

from labs.e11_circuit_breaker.errors import Cancelled, ProtocolError, StepError


def call(breaker, work):
    permit = breaker.acquire()
    try:
        try:
            result = work()
        except ProtocolError:
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
