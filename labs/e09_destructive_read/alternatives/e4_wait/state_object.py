"""What a wait has learned is kept by an object, which is told of each look and answers how it ends, if it does."""

from labs.e09_destructive_read.classify import classify, find_cause
from labs.e09_destructive_read.outcomes import (
    Cancelled,
    HardCap,
    Look,
    OutcomeUnknown,
    WaitEnded,
)
from labs.e09_destructive_read.result_store import ReplyLost
from labs.e09_destructive_read.sanitize import sanitize


class Waiting:
    def __init__(self, step, server, cap_s):
        self.where = (step, server)
        self.cap_s = cap_s
        self.lost = None
        self.noticed = False

    def judge(self, met, *, last, cancelled):
        look = classify(met)
        if look is Look.TERMINAL:
            return self.as_it_was(met)
        if self.lost is None:
            self.lost = find_cause(met, ReplyLost)
        if self.is_gone(look, last):
            return self.ended(OutcomeUnknown(*self.where), self.lost)
        if cancelled:
            return self.ended(Cancelled(*self.where), self.lost or met)
        if last:
            return self.ended(HardCap(*self.where, self.cap_s, sanitize(str(met), 200)), met)
        return None

    def is_gone(self, look, last):
        if self.lost is None:
            return False
        return last or (self.noticed and look is Look.NOT_READY)

    @staticmethod
    def as_it_was(met):
        ending = find_cause(met, WaitEnded)
        return met if ending is None else ending

    @staticmethod
    def ended(error, cause):
        error.__cause__ = cause
        return error


def wait_for_result(fetch, wait, now, *, token, step, server, poll_s=5, cap_s=25_200):
    deadline = now() + cap_s
    waiting = Waiting(step, server, cap_s)
    while True:
        cancelled = token.cancelled
        left = deadline - now()
        try:
            return fetch()
        except Exception as error:
            ending = waiting.judge(error, last=left <= 0, cancelled=cancelled)
        if ending is not None:
            raise ending
        if wait(poll_s if poll_s < left else left):
            waiting.noticed = True
