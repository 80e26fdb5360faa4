"""Misconception: A `finally` that gives the slot back makes sure.

Rejected by: result
Diagnosis: The permit was settled before, so the second report is an error: `AlreadySettled` reaches the caller in
place of its result. A permit is settled once, on each way out.
"""

from labs.e11_circuit_breaker.errors import Cancelled, StepError


def call(breaker, work):
    permit = breaker.acquire()
    try:
        result = work()
        permit.success()
        return result
    except StepError:
        permit.release_probe_as_success()
        raise
    except Cancelled:
        raise
    except BaseException:
        permit.failure()
        raise
    finally:
        permit.abandon()
