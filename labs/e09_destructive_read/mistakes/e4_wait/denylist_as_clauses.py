"""Misconception: `except StepError` sees every failure.

Rejected by: by-timer
Diagnosis: It sees those that come as they are. A layer in between wraps them, and whatever is none of the two is
waited on. `may_wait` looks inside, and names what may be waited on.
"""

from labs.e09_destructive_read.classify import classify, find_cause
from labs.e09_destructive_read.outcomes import (
    Cancelled,
    HardCap,
    Look,
    OutcomeUnknown,
    ProtocolError,
    Result,
    StepError,
)
from labs.e09_destructive_read.result_store import ReplyLost
from labs.e09_destructive_read.sanitize import sanitize

POLL_S = 5
CAP_S = 25200
MET_MAX = 200


def wait_for_result(fetch, wait, now, *, token, step, server, poll_s=POLL_S, cap_s=CAP_S):
    ends_at = now() + cap_s
    noticed, doubt = (False, None)
    while True:
        cancelled, left_s = (token.cancelled, ends_at - now())
        met = look(fetch)
        if isinstance(met, Result):
            return met
        if isinstance(met, (StepError, ProtocolError)):
            raise met
        doubt = doubt or find_cause(met, ReplyLost)
        if doubt and (left_s <= 0 or (noticed and classify(met) is Look.NOT_READY)):
            raise OutcomeUnknown(step, server) from doubt
        if cancelled:
            raise Cancelled(step, server) from doubt or met
        if left_s <= 0:
            raise HardCap(step, server, cap_s, sanitize(str(met), MET_MAX)) from met
        noticed = wait(min(poll_s, left_s)) or noticed


def look(fetch):
    try:
        return fetch()
    except Exception as error:
        return error
