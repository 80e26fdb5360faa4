"""An attempt that fails calls the next one; the worker is a thread itself."""

import threading
from queue import Queue

from labs.e08_retries.cancel_token import CancelToken
from labs.e08_retries.effect_store import KeyConflict
from labs.e08_retries.jobs import Job
from labs.e08_retries.retry import ACK_LOST, ATTEMPTS, CONFLICT, FAILED_BEFORE, WAIT_MAX_S, Retryable
from labs.e08_retries.worker import Closed, WorkerFailed
from labs.kit.clock import VirtualClock
from labs.kit.history import History


class Stopped(Exception):
    pass


class Failed(Exception):
    def __init__(self, reason):
        self.reason = reason


class Case:
    def __init__(self, job):
        self.job, self.attempt, self.applied, self.acks_to_lose = job, 1, False, job.lose_ack

    effect = property(lambda self: "applied" if self.applied else "none")


class Worker(threading.Thread):
    def __init__(
        self, apply, *, max_attempts=3, sleep=None, token=None, before_effect=None, history=None
    ):
        super().__init__()
        self.do, self.most, self.pause = apply, max_attempts, sleep or VirtualClock().sleep
        self.token, self.hook = token or CancelToken(), before_effect or print
        self.history = history or History()
        self.inbox, self.guard, self.shut, self.bug = Queue(), threading.RLock(), False, None

    def deal_with(self, case, wait=1):
        note = lambda event, *rest: self.history.record(event, case.job.key, case.attempt, *rest)
        try:
            told = self.one_attempt(case)
        except Stopped:
            note("cancelled", None, case.effect)
        except KeyConflict:
            note("dead", CONFLICT, case.effect)
        except Failed as failed:
            if case.attempt >= self.most:
                note("dead", ATTEMPTS, case.effect)
                return
            note("retry", failed.reason)
            self.pause(wait)
            case.attempt += 1
            self.deal_with(case, min(wait + wait, WAIT_MAX_S))
        else:
            note("acked", None, told)

    def one_attempt(self, case):
        self.look()
        try:
            self.hook(case.job)
            self.look()
            if case.attempt <= case.job.fail_before:
                raise Failed(FAILED_BEFORE)
            told = self.do(case.job.key, case.job.amount).value
        except Retryable:
            raise Failed(FAILED_BEFORE) from None
        case.applied = True
        if case.acks_to_lose:
            case.acks_to_lose -= 1
            raise Failed(ACK_LOST)
        return told

    def look(self):
        if self.token.cancelled:
            raise Stopped

    def run(self):
        while job := self.inbox.get():
            case = Case(job)
            try:
                self.deal_with(case)
            except BaseException as bug:
                self.give_up(case, bug)
                break
        self.history.record("closed")

    def give_up(self, case, bug):
        with self.guard:
            self.shut, self.bug = True, (case.job, bug)
        self.history.record("crashed", case.job.key, case.attempt, None, case.effect)
        while not self.inbox.empty():
            if job := self.inbox.get():
                self.history.record("abandoned", job.key)

    def submit(self, job):
        if type(job) is not Job:
            raise TypeError(f"{job!r} is no Job")
        with self.guard:
            if self.shut:
                raise Closed(job.key)
            self.inbox.put(job)

    def close(self, drain=True):
        with self.guard:
            if not self.shut:
                self.shut = True
                self.inbox.put(None)
        if not drain:
            self.token.cancel()

    def join(self):
        super().join()
        if self.bug:
            raise WorkerFailed(self.bug[0]) from self.bug[1]

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *_):
        self.close()
        self.join()
