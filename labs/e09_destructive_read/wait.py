"""How a consumer waits for one result: a look at once, then one after every notice or interval, until one is final.

It waits by calling `wait(seconds)`: True as soon as a notice comes, False when the seconds have passed. At work that is
`queue.get(timeout=seconds)`; here a virtual clock answers.
"""

from collections.abc import Callable
from typing import Final

from labs.e09_destructive_read.cancel_token import CancelToken
from labs.e09_destructive_read.classify import classify, find_cause, may_wait
from labs.e09_destructive_read.outcomes import (
    Cancelled,
    HardCap,
    Look,
    OutcomeUnknown,
    Result,
    WaitEnded,
)
from labs.e09_destructive_read.result_store import ReplyLost
from labs.e09_destructive_read.sanitize import sanitize

POLL_S: Final = 5
CAP_S: Final = 25_200
MET_MAX: Final = 200  # characters


def wait_for_result(
    fetch: Callable[[], Result],
    wait: Callable[[float], bool],
    now: Callable[[], float],
    *,
    token: CancelToken,
    step: str,
    server: str,
    poll_s: float = POLL_S,
    cap_s: float = CAP_S,
    may_wait: Callable[[Exception], bool] = may_wait,
) -> Result:
    """Look until there is a result, for at most `cap_s` seconds. After the cap or a cancel comes one last look.

    Raises:
        StepError, ProtocolError: at once, also out of a wrapping; any other error that `may_wait` refuses, as it is.
        OutcomeUnknown: a reply was lost; then the key was absent although a notice came, or the cap was reached.
        Cancelled: somebody asked for it; noticed before each look.
        HardCap: there was nothing until the cap.
    """
    ends_at = now() + cap_s
    doubt: BaseException | None = None
    noticed = False
    while True:
        cancelled, left_s = token.cancelled, ends_at - now()
        met = _look(fetch)
        if isinstance(met, Result):
            return met
        if not may_wait(met):
            raise find_cause(met, WaitEnded) or met
        doubt = doubt or find_cause(met, ReplyLost)
        if doubt and ((noticed and classify(met) is Look.NOT_READY) or left_s <= 0):
            raise OutcomeUnknown(step, server) from doubt
        if cancelled:
            raise Cancelled(step, server) from (doubt or met)
        if left_s <= 0:
            raise HardCap(step, server, cap_s, sanitize(str(met), MET_MAX)) from met
        noticed = wait(min(poll_s, left_s)) or noticed


def _look(fetch: Callable[[], Result]) -> Result | Exception:
    try:
        return fetch()
    except Exception as error:  # noqa: BLE001 - judged by the one predicate, and raised if it may not be waited on
        return error
