"""Misconception: There is one breaker, so there is one permit: keep it with the module.

Rejected by: slow
Diagnosis: Calls overlap. The slow one finds the permit of whoever came last, reports on that, and its own is never
settled. A permit belongs to one call: a local name is enough.
"""

from labs.e11_circuit_breaker.errors import Cancelled, StepError


current = None


def call(breaker, work):
    global current
    current = breaker.acquire()
    try:
        result = work()
    except StepError:
        current.release_probe_as_success()
        raise
    except Cancelled:
        current.abandon()
        raise
    except BaseException:
        current.failure()
        raise
    current.success()
    return result
