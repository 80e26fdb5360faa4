"""The report is chosen on the way, ill until proved otherwise, and made once in a finally."""

from collections.abc import Callable
from typing import Any

from labs.e11_circuit_breaker.errors import Cancelled, StepError


def call(breaker: Any, work: Callable[[], Any]) -> Any:
    permit = breaker.acquire()
    report = permit.failure
    try:
        answer = work()
        report = permit.success
        return answer
    except StepError:
        report = permit.release_probe_as_success
        raise
    except Cancelled:
        report = permit.abandon
        raise
    finally:
        report()
