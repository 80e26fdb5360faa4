"""Misconception: An error is an error, returned or raised.

Rejected by: results
Diagnosis: Work that returns an error as its value has returned: somebody collects errors, and this one is the result.
Keep what was raised apart from what was returned.
"""

from labs.e11_circuit_breaker.errors import Cancelled, StepError


def outcome_of(work):
    try:
        return work()
    except BaseException as error:
        return error


def call(breaker, work):
    permit = breaker.acquire()
    outcome = outcome_of(work)
    if isinstance(outcome, StepError):
        permit.release_probe_as_success()
    elif isinstance(outcome, Cancelled):
        permit.abandon()
    elif isinstance(outcome, BaseException):
        permit.failure()
    else:
        permit.success()
        return outcome
    raise outcome
