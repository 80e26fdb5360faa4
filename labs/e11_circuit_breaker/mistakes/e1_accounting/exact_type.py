"""Misconception: `type(error) is StepError` is the precise way to ask.

Rejected by: subclasses
Diagnosis: A more special failure of a job counts against the node, and a more special cancel counts too. An error is
what its class is derived from: `except` or `isinstance`.
"""

from labs.e11_circuit_breaker.errors import Cancelled, StepError


def call(breaker, work):
    permit = breaker.acquire()
    try:
        result = work()
    except BaseException as error:
        if type(error) is StepError:
            permit.release_probe_as_success()
        elif type(error) is Cancelled:
            permit.abandon()
        else:
            permit.failure()
        raise
    permit.success()
    return result
