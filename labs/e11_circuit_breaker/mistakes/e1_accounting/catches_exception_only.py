"""Misconception: `except Exception` catches everything that a call may raise.

Rejected by: exits
Diagnosis: SystemExit and KeyboardInterrupt are no `Exception`: they pass by, and the permit is never settled. A probe
that ends so keeps the only slot. `BaseException` is what everything is.
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
    permit.success()
    return result
