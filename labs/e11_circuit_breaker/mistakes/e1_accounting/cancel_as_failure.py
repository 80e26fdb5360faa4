"""Misconception: The caller cancelled because it took too long, so the endpoint is to blame.

Rejected by: cancelled
Diagnosis: A caller that goes away opens the breaker for everybody. A cancel has a hundred reasons on our side. What
takes too long by the lab's rules ends in `HardCap`, and that counts.
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
        permit.failure()
        raise
    except BaseException:
        permit.failure()
        raise
    permit.success()
    return result
