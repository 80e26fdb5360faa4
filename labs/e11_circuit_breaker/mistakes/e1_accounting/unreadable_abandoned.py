"""Misconception: We could not read the answer, so we know nothing.

Rejected by: node-failures
Diagnosis: Unreadable answers count for nothing, so a node that gives no other stays in, and gets every job. That the
answer cannot be read is what we know of the node.
"""

from labs.e11_circuit_breaker.errors import Cancelled, ProtocolError, StepError


def call(breaker, work):
    permit = breaker.acquire()
    try:
        result = work()
    except StepError:
        permit.release_probe_as_success()
        raise
    except (Cancelled, ProtocolError):
        permit.abandon()
        raise
    except BaseException:
        permit.failure()
        raise
    permit.success()
    return result
