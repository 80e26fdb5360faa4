"""E09.4 Wait (30 minutes)

The notice was lost, so it was the timer that found the answer: a failure. The path of the notice knew what to do with
one. The path of the timer had its own few lines, logged an error, and looked again. And again, for seven hours: the
look that found the failure had deleted it.

Write `wait_for_result(fetch, wait, now, *, token, step, server, poll_s=POLL_S, cap_s=CAP_S)`:

- Look at once, and after each wait, whatever ended it. `fetch()` is one look: it returns a `Result`, or raises.
  `wait(seconds)` is true as soon as a notice comes, false when the seconds are over. `now()` is in seconds, from
  anywhere. Wait `poll_s` at a time, and not beyond `cap_s` from the start; a cap of 0 leaves time for one look.
- A result is returned. An error that `may_wait` refuses is raised at once: the ending inside it, if
  `find_cause(error, WaitEnded)` has one, else the error itself. What is no `Exception` goes its way.
- If it is cancelled or at the cap before a look, that look is the last one, without another wait. What it finds comes
  first. If there is nothing: `Cancelled(step, server)` if it is cancelled, else `HardCap(step, server, cap_s, met)`,
  where `met` is the text of what the look met, sanitised to `MET_MAX` characters. What it met is the cause of either
  (`raise … from`).
- After a `ReplyLost`, in whichever look and in a group as well, the result may be gone. A result that is found later is
  returned. Once a notice has come, earlier or later, a look that is `Look.NOT_READY` ends it at once; without one it
  goes on to the cap, and ends there whatever the last look met. Both times it is `OutcomeUnknown(step, server)`, with
  the first lost reply as its cause. If it is cancelled before, it ends as `Cancelled`, from that lost reply.

Needs `labs/e09_destructive_read/classify.py` and `outcomes.py`. Exports `wait_for_result`.
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
) -> Result:
    """Look until there is a result, for at most `cap_s` seconds."""
    ends_at = now() + cap_s
    noticed, doubt = False, None
    while True:
        cancelled, left_s = token.cancelled, ends_at - now()  # The look comes later.
        met = look(fetch)
        if isinstance(met, Result):
            return met
        if not may_wait(met):  # However the look came about: there is no other look at this.
            raise find_cause(met, WaitEnded) or met
        doubt = doubt or find_cause(met, ReplyLost)  # From now on, absent may mean gone.
        if doubt and (left_s <= 0 or (noticed and classify(met) is Look.NOT_READY)):
            raise OutcomeUnknown(step, server) from doubt
        if cancelled:
            raise Cancelled(step, server) from (doubt or met)
        if left_s <= 0:
            raise HardCap(step, server, cap_s, sanitize(str(met), MET_MAX)) from met
        noticed = wait(min(poll_s, left_s)) or noticed  # It stays written.


def look(fetch: Callable[[], Result]) -> Result | Exception:
    """What one look finds: a result, or an error in its place."""
    try:
        return fetch()
    except Exception as error:  # noqa: BLE001 - handed to the one that judges it
        return error
