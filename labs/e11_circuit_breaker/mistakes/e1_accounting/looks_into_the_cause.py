"""Misconception: If a StepError is somewhere behind it, the producer has answered.

Rejected by: other-errors
Diagnosis: A bug that was met while a failed job was handled is taken for the producer's answer, and never counts. Who
wants the cause of a wrapped error finds it before the report; here what was raised goes by its own class.
"""

from labs.e11_circuit_breaker.errors import Cancelled, StepError


def behind(error):
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__


def call(breaker, work):
    permit = breaker.acquire()
    try:
        result = work()
    except Cancelled:
        permit.abandon()
        raise
    except BaseException as error:
        if any(isinstance(one, StepError) for one in behind(error)):
            permit.release_probe_as_success()
        else:
            permit.failure()
        raise
    permit.success()
    return result
