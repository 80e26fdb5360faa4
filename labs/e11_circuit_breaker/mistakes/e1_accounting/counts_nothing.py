"""Misconception: An error is for the caller to deal with; the breaker gets its permit back, and that is all.

Rejected by: node-failures
Diagnosis: Nothing ever counts, so the breaker never opens: a node whose answers nobody can read keeps getting every
job. What the node has done wrong has to be reported as a failure.
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
    except BaseException:
        permit.abandon()
        raise
    permit.success()
    return result
