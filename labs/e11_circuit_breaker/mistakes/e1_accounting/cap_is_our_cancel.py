"""Misconception: At the hard cap it was we who stopped waiting, so it is like a cancel.

Rejected by: node-failures
Diagnosis: A node that lets every caller wait to the cap never opens the breaker: each job waits as long as it may,
for nothing. A cancel is over when we wish; at the cap the node had all the time there is.
"""

from labs.e11_circuit_breaker.errors import Cancelled, HardCap, StepError


def call(breaker, work):
    permit = breaker.acquire()
    try:
        result = work()
    except StepError:
        permit.release_probe_as_success()
        raise
    except (Cancelled, HardCap):
        permit.abandon()
        raise
    except BaseException:
        permit.failure()
        raise
    permit.success()
    return result
