"""The permit is wrapped in a context manager, which reports on the way out."""

from labs.e11_circuit_breaker.errors import Cancelled, StepError


class Under:
    def __init__(self, permit):
        self.permit = permit

    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        if kind is None:
            self.permit.success()
        elif issubclass(kind, Cancelled):
            self.permit.abandon()
        elif issubclass(kind, StepError):
            self.permit.release_probe_as_success()
        else:
            self.permit.failure()
        return False


def call(breaker, work):
    with Under(breaker.acquire()):
        return work()
