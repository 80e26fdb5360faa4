"""Misconception: Only what is known to be the node's fault counts; a bug of ours is none.

Rejected by: other-errors
Diagnosis: What nobody has thought of counts for nothing, so a new kind of failure never opens the breaker. Unknown is
not healthy: list what is known to say nothing, and count the rest.
"""

from labs.e11_circuit_breaker.errors import Cancelled, HardCap, ProtocolError, StepError, SubmitFailed


def call(breaker, work):
    permit = breaker.acquire()
    try:
        result = work()
    except StepError:
        permit.release_probe_as_success()
        raise
    except (ProtocolError, SubmitFailed, HardCap):
        permit.failure()
        raise
    except Cancelled:
        permit.abandon()
        raise
    except BaseException:
        permit.abandon()
        raise
    permit.success()
    return result
