"""Misconception: An explicit failure says nothing about the endpoint, so the permit is just given back.

Rejected by: probe-answered
Diagnosis: It says one thing: the endpoint can be reached, for it answered in form. That is what half-open asks for.
Given back unused, the probe leaves the breaker half-open, and under a stream of bad inputs it stays so.
"""

from labs.e11_circuit_breaker.errors import Cancelled, StepError


def call(breaker, work):
    permit = breaker.acquire()
    try:
        result = work()
    except StepError:
        permit.abandon()
        raise
    except Cancelled:
        permit.abandon()
        raise
    except BaseException:
        permit.failure()
        raise
    permit.success()
    return result
