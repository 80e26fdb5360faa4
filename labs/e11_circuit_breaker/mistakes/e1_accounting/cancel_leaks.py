"""Misconception: Who cancels is not interested any more, so there is nothing to report.

Rejected by: probe-cancelled
Diagnosis: `Cancelled` is no `Exception`, so it passes by every report, and so does an exit. The probe's slot is never
given back: after one cancelled probe every later call is refused, for ever.
"""

from labs.e11_circuit_breaker.errors import StepError


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
    permit.success()
    return result
