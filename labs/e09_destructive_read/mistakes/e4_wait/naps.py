"""Misconception: between two looks there are five seconds.

Rejected by: by-notice
Diagnosis: It sleeps through the notice, and in the clock of the machine. `wait` is there: it ends as soon as a notice
comes.
"""

import time

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
        doubt = doubt or find_cause(met, ReplyLost)
        if doubt and (left_s <= 0 or (noticed and classify(met) is Look.NOT_READY)):
            raise OutcomeUnknown(step, server) from doubt
        if cancelled:
            raise Cancelled(step, server) from doubt or met
        if left_s <= 0:
            raise HardCap(step, server, cap_s, sanitize(str(met), MET_MAX)) from met
        time.sleep(min(poll_s, left_s))


def look(fetch):
    try:
        return fetch()
    except Exception as error:
        return error
