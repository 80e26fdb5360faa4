"""A table of classes and reports; the first row that fits is the one."""

from labs.e11_circuit_breaker import errors

REPORTS = [
    (errors.StepError, "release_probe_as_success"),
    (errors.Cancelled, "abandon"),
    (BaseException, "failure"),
]


def call(breaker, work):
    permit = breaker.acquire()
    try:
        value = work()
    except BaseException as raised:
        name = next(name for kind, name in REPORTS if isinstance(raised, kind))
        getattr(permit, name)()
        raise
    permit.success()
    return value
