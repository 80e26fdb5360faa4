"""Does without the third report: an answered probe is a success, any other answered call gives its permit back."""

from labs.e11_circuit_breaker.errors import Cancelled, StepError


def call(breaker, work):
    permit = breaker.acquire()
    try:
        out = work()
    except (StepError, Cancelled) as e:
        if permit.is_probe and isinstance(e, StepError):
            permit.success()
        else:
            permit.abandon()
        raise
    except:
        permit.failure()
        raise
    else:
        permit.success()
        return out
