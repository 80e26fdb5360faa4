"""Misconception: The end of our thread is our own affair, like a cancel.

Rejected by: exits
Diagnosis: A call that ends the thread counts for nothing. A cancel is a decision of ours; where an exit in the middle
of a call comes from, nobody knows, and unknown is not healthy.
"""

from labs.e11_circuit_breaker.errors import Cancelled, StepError


def call(breaker, work):
    permit = breaker.acquire()
    try:
        result = work()
    except StepError:
        permit.release_probe_as_success()
        raise
    except Exception:
        permit.failure()
        raise
    except Cancelled:
        permit.abandon()
        raise
    except BaseException:
        permit.abandon()
        raise
    permit.success()
    return result
