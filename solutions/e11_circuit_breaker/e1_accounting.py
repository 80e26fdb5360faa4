"""E11.1 Accounting (15 minutes)

Three jobs with bad input came in. The node took each of them, found the input bad, and said so. Three errors in a row,
and the breaker shut a node in perfect health off from everybody. Later one caller cancelled its call. Nothing was
reported of that one, and the breaker is still waiting for it.

Write `call(breaker, work)`: ask at the door, do the work once, report what its end proves of the *endpoint*, and hand
on to the caller what it returned or raised, unchanged.

- `breaker.acquire()` gives a permit. If it raises `CircuitOpen`, that is for the caller: nothing is done or reported.
- The permit is settled once, with one of four reports:
  `success()`: the endpoint did what it was asked to do. The streak of failures ends; a probe closes the breaker.
  `release_probe_as_success()`: it can be reached. A probe closes the breaker; any other call changes nothing.
  `failure()`: it is ill. One more in the streak; a probe opens the breaker again.
  `abandon()`: nothing is known of it. The permit comes back, and with it the probe's slot; nothing else changes.
- A call may return anything, or end in a `StepError`, a `ProtocolError`, `SubmitFailed`, `HardCap`, `Cancelled`, or in
  anything else: a bug, the end of the thread, another breaker's `CircuitOpen`. What was raised goes by its class; what
  it was raised from does not matter here. What nobody has thought of is no sign of health.

Calls overlap: a slow one keeps nobody waiting. Needs no more than the four reports and `errors.py`. Exports `call`.
"""

from collections.abc import Callable
from typing import TypeVar

from labs.e11_circuit_breaker.breaker import Breaker
from labs.e11_circuit_breaker.errors import Cancelled, StepError

T = TypeVar("T")


def call(breaker: Breaker, work: Callable[[], T]) -> T:
    """The result of the work, done under a permit that is settled however the work ends."""
    permit = breaker.acquire()
    try:
        result = work()
    except StepError:  # The job failed, not the node: it took the request and answered in form.
        permit.release_probe_as_success()
        raise
    except Cancelled:  # A close on our side proves nothing of theirs; the slot has to come back.
        permit.abandon()
        raise
    except BaseException:  # Ill, or unknown, which is not healthy; the thread's own end included.
        permit.failure()
        raise
    permit.success()
    return result
