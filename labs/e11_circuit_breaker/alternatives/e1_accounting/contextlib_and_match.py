"""A generator as context manager, and a match over what was raised."""

from contextlib import contextmanager

from labs.e11_circuit_breaker.errors import Cancelled, StepError


@contextmanager
def admitted(breaker):
    permit = breaker.acquire()
    try:
        yield
    except BaseException as error:
        match error:
            case StepError():
                permit.release_probe_as_success()
            case Cancelled():
                permit.abandon()
            case _:
                permit.failure()
        raise
    else:
        permit.success()


def call(breaker, work):
    with admitted(breaker):
        return work()
