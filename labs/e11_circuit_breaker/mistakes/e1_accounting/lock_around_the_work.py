"""Misconception: Two calls at once would mix up their reports, so there is a lock around it all.

Rejected by: slow
Diagnosis: The slow call holds the lock while it works, and everybody else waits behind it: one call at a time. The
breaker has a lock of its own for as long as it needs one, and the permit remembers the rest.
"""

from threading import Lock

from labs.e11_circuit_breaker.errors import Cancelled, StepError

one_at_a_time = Lock()


def call(breaker, work):
    with one_at_a_time:
        return made(breaker, work)


def made(breaker, work):
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
        permit.failure()
        raise
    permit.success()
    return result
