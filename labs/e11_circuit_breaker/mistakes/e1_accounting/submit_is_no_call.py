"""Misconception: A job that was never handed over is no call, so it does not count.

Rejected by: node-failures
Diagnosis: A node that takes no job at all is as ill as a node can be, and the breaker never opens in front of it. A
submit that fails is a failure.
"""

from labs.e11_circuit_breaker.errors import Cancelled, StepError, SubmitFailed


def call(breaker, work):
    permit = breaker.acquire()
    try:
        result = work()
    except StepError:
        permit.release_probe_as_success()
        raise
    except (Cancelled, SubmitFailed):
        permit.abandon()
        raise
    except BaseException:
        permit.failure()
        raise
    permit.success()
    return result
