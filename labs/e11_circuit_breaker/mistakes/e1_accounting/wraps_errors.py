"""Misconception: The caller should see that it was a remote call that failed.

Rejected by: result
Diagnosis: The caller is told of a `RuntimeError` and cannot tell a job that failed from a node that is ill. `call`
reports, and hands on what the work raised, unchanged.
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
        permit.abandon()
        raise
    except BaseException as error:
        permit.failure()
        raise RuntimeError("the remote call failed") from error
    permit.success()
    return result
