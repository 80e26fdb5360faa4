"""Misconception: a lost reply is a `ReplyLost`.

Rejected by: lost-silent
Diagnosis: In a group it is one among several, and the outermost class does not say so. `find_cause` looks inside.
"""

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
        if not may_wait(met):
            raise find_cause(met, WaitEnded) or met
        doubt = doubt or (met if isinstance(met, ReplyLost) else None)
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
