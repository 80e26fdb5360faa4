"""What is left of the budget is counted down; no budget is an infinite one."""

import math
import queue
import threading

from labs.e08_retries import retry
from labs.e08_retries.cancel_token import CancelToken
from labs.e08_retries.effect_store import KeyConflict
from labs.e08_retries.jobs import Job
from labs.e08_retries.worker import Closed, WorkerFailed
from labs.kit.clock import VirtualClock
from labs.kit.history import History


class Worker(threading.Thread):
    def __init__(self, apply, *, max_attempts=3, wait_budget=None, sleep=None, token=None, before_effect=None, history=None):
        super().__init__(name="worker", daemon=False)
        self.apply, self.max_attempts, self.before = apply, max_attempts, before_effect
        self.budget = math.inf if wait_budget is None else wait_budget
        self.pause = sleep or VirtualClock().sleep
        self.token = token or CancelToken()
        self.history = history or History()
        self.todo = queue.SimpleQueue()
        self.guard = threading.RLock()
        self.started_once = self.shut = False
        self.failed_on = None
        self.bug = None

    def start(self):
        with self.guard:
            self.started_once = True
            super().start()

    def submit(self, job):
        if job.__class__ is not Job:
            raise TypeError("a Job, please")
        with self.guard:
            self.refuse_if_shut()
            self.todo.put(job)

    def refuse_if_shut(self):
        with self.guard:
            if self.shut:
                raise Closed("too late")

    def close(self, drain=True):
        with self.guard:
            first, self.shut = not self.shut, True
            if first:
                self.todo.put(None)
            if not drain:
                self.token.cancel()

    def join(self, timeout=None):
        with self.guard:
            if not (self.started_once and self.shut):
                raise RuntimeError("nothing to wait for yet")
        super().join()
        if self.failed_on is not None:
            raise WorkerFailed(self.failed_on) from self.bug

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, kind, error, trace):
        self.close()
        if error is None:
            return self.join()
        super().join()

    def run(self):
        for job in iter(self.todo.get, None):
            attempt = Attempts(self, job)
            try:
                attempt.run()
            except BaseException as bug:
                self.die(attempt, bug)
                break
        self.history.record("closed")

    def die(self, attempt, bug):
        with self.guard:
            self.shut = True
            self.failed_on, self.bug = attempt.job, bug
            attempt.tell("crashed", effect=attempt.effect)
            try:
                while True:
                    left = self.todo.get_nowait()
                    if left is not None:
                        self.history.record("abandoned", left.key)
            except queue.Empty:
                pass


class Attempts:
    def __init__(self, worker, job):
        self.worker, self.job = worker, job
        self.number = self.acks = 0
        self.effect = "none"
        self.left = worker.budget

    def tell(self, event, reason=None, effect=None):
        self.worker.history.record(event, self.job.key, self.number, reason, effect)

    def run(self):
        while True:
            self.number += 1
            why = self.once()
            if why is None:
                return
            if self.number >= self.worker.max_attempts:
                return self.tell("dead", retry.ATTEMPTS, self.effect)
            pause = retry.backoff_s(self.number)
            self.left -= pause
            if self.left < 0:
                return self.tell("dead", "wait budget", self.effect)
            self.tell("retry", why)
            self.worker.pause(pause)

    def once(self):
        """Why it has to be tried again, or None if it has ended."""
        if self.worker.token.cancelled:
            return self.tell("cancelled", effect=self.effect)
        try:
            if self.worker.before:
                self.worker.before(self.job)
            if self.worker.token.cancelled:
                return self.tell("cancelled", effect=self.effect)
            if self.number <= self.job.fail_before:
                return retry.FAILED_BEFORE
            answer = self.worker.apply(self.job.key, self.job.amount)
        except retry.Retryable:
            return retry.FAILED_BEFORE
        except KeyConflict:
            return self.tell("dead", retry.CONFLICT, self.effect)
        self.effect = "applied"
        self.acks += 1
        if self.acks <= self.job.lose_ack:
            return retry.ACK_LOST
        self.tell("acked", effect=answer.value)
