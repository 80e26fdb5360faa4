"""Misconception: A refused caller tries until it is let in.

Rejected by: refused
Diagnosis: The caller goes round and round at a closed door: nobody else moves the time on. A refusal is an answer,
and it is for the caller.
"""

from labs.e11_circuit_breaker.errors import Cancelled, StepError
from labs.e11_circuit_breaker.permit import CircuitOpen


def call(breaker, work):
    permit = None
    while permit is None:
        try:
            permit = breaker.acquire()
        except CircuitOpen:
            continue
    try:
        result = work()
    except StepError:
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
