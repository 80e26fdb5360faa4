"""The steps of an attempt stand in a list, and each is run by a guard that may refuse it."""

import queue
import threading
from functools import partial

from labs.e08_retries.cancel_token import CancelToken
from labs.e08_retries.effect_store import KeyConflict
from labs.e08_retries.jobs import Job
from labs.e08_retries.retry import ATTEMPTS, CONFLICT, Retryable, backoff_s
from labs.e08_retries.worker import Closed, WorkerFailed
from labs.kit.clock import VirtualClock
from labs.kit.history import History

LAST = ("that was the last one",)


class Refused(Exception):
    pass


class Trip:
    def __init__(self, worker, job):
        self.worker, self.job = worker, job
        self.number, self.sent, self.seen = 0, 0, "none"

    def say(self, event, reason=None, effect=None):
        self.worker.history.record(event, self.job.key, self.number, reason, effect)

    def guard(self, step):
        if self.worker.token.cancelled:
            raise Refused
        return step()

    def prepare(self):
        if self.worker.hook is not None:
            self.worker.hook(self.job)

    def effect(self):
        if self.number <= self.job.fail_before:
            raise Retryable("not yet")
        outcome = self.worker.apply(self.job.key, self.job.amount)
        self.seen, self.sent = "applied", self.sent + 1
        return None if self.sent <= self.job.lose_ack else outcome

    def go(self):
        while self.number < self.worker.limit:
            if self.number > 0:
                self.say("retry", why)
                self.worker.sleep(backoff_s(self.number))
            self.number += 1
            try:
                _, outcome = [self.guard(step) for step in (self.prepare, self.effect)]
            except Refused:
                return self.say("cancelled", effect=self.seen)
            except KeyConflict:
                return self.say("dead", CONFLICT, self.seen)
            except Retryable:
                why = "failed before the effect"
                continue
            if outcome is not None:
                return self.say("acked", effect=outcome.value)
            why = "acknowledgement lost"
        return self.say("dead", ATTEMPTS, self.seen)


class Worker:
    def __init__(self, apply, **given):
        self.apply = apply
        self.limit = given.get("max_attempts", 3)
        self.sleep = given.get("sleep") or VirtualClock().sleep
        self.token = given.get("token") or CancelToken()
        self.hook = given.get("before_effect")
        self.history = given.get("history") or History()
        self.queue = queue.Queue()
        self.turnstile = threading.Lock()
        self.done = False
        self.bug = None
        self.thread = threading.Thread(target=self.serve)

    def serve(self):
        for job in iter(self.queue.get, LAST):
            trip = Trip(self, job)
            try:
                trip.go()
            except BaseException as bug:
                self.turnstile.acquire()
                self.done, self.bug = True, partial(WorkerFailed, job)
                self.cause = bug
                self.turnstile.release()
                trip.say("crashed", effect=trip.seen)
                while not self.queue.empty():
                    if (left := self.queue.get()) is not LAST:
                        self.history.record("abandoned", left.key)
                break
        self.history.record("closed")

    def start(self):
        self.thread.start()

    def submit(self, job):
        if type(job) is not Job:
            raise TypeError(job)
        with self.turnstile:
            if self.done:
                raise Closed(job)
            self.queue.put(job)

    def close(self, drain=True):
        with self.turnstile:
            already, self.done = self.done, True
            if not already:
                self.queue.put(LAST)
        if not drain:
            self.token.cancel()

    def join(self):
        self.thread.join()
        if self.bug:
            raise self.bug() from self.cause

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *_):
        self.close()
        self.join()
