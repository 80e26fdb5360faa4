"""Misconception: The node's failures and the job's are handled; a bug ends the program anyway.

Rejected by: probe-fails
Diagnosis: A bug leaves its permit unsettled. If that call was the probe, its slot is gone: every later call is
refused, for ever. Whatever the work raises, the permit comes back.
"""

from labs.e11_circuit_breaker.errors import Cancelled, HardCap, ProtocolError, StepError, SubmitFailed


def call(breaker, work):
    permit = breaker.acquire()
    try:
        result = work()
    except StepError:
        permit.release_probe_as_success()
        raise
    except (ProtocolError, SubmitFailed, HardCap):
        permit.failure()
        raise
    except Cancelled:
        permit.abandon()
        raise
    permit.success()
    return result
