"""Misconception: each wait takes one interval.

Rejected by: intervals
Diagnosis: A notice ends a wait early, and a machine that sleeps ends it late. Counting intervals gives up too soon,
or too late. The clock says what time it is.
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
    left_s = cap_s
    noticed, doubt = (False, None)
    while True:
        cancelled = token.cancelled
        met = look(fetch)
        if isinstance(met, Result):
            return met
        if not may_wait(met):
            raise find_cause(met, WaitEnded) or met
        doubt = doubt or find_cause(met, ReplyLost)
        if doubt and (left_s <= 0 or (noticed and classify(met) is Look.NOT_READY)):
            raise OutcomeUnknown(step, server) from doubt
        if cancelled:
            raise Cancelled(step, server) from doubt or met
        if left_s <= 0:
            raise HardCap(step, server, cap_s, sanitize(str(met), MET_MAX)) from met
        noticed = wait(min(poll_s, left_s)) or noticed
        left_s -= min(poll_s, left_s)


def look(fetch):
    try:
        return fetch()
    except Exception as error:
        return error
