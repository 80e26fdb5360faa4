"""Misconception: An answer is an answer, whether we can read it or not.

Rejected by: node-failures
Diagnosis: A node that answers what nobody can read stays in, and gets every job. Version skew, a broken serialiser, a
half-done deployment: however promptly it comes, that is the node's fault.
"""

from labs.e11_circuit_breaker.errors import Cancelled, ProtocolError, StepError


def call(breaker, work):
    permit = breaker.acquire()
    try:
        result = work()
    except (StepError, ProtocolError):
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
