"""A for loop over the attempts, with the count and the effect in plain variables, and the waits in a list of their own."""

import queue
import threading
from dataclasses import replace

from labs.e08_retries.cancel_token import CancelToken
from labs.e08_retries.effect_store import KeyConflict
from labs.e08_retries.jobs import Job
from labs.e08_retries.retry import ACK_LOST, ATTEMPTS, CONFLICT, FAILED_BEFORE, Retryable
from labs.e08_retries.worker import Closed, WorkerFailed
from labs.kit.clock import VirtualClock
from labs.kit.history import History

STOP = object()
HOUR = 3600


class Worker:
    def __init__(self, apply, *, max_attempts=3, sleep=None, token=None, before_effect=None, history=None):
        self.apply = apply
        self.sleep = sleep or VirtualClock().sleep
        self.token = token or CancelToken()
        self.before_effect = before_effect
        self.history = history or History()
        self.waits = [0] + [min(2**i, HOUR) for i in range(max_attempts - 1)]
        self.jobs = queue.Queue()
        self.lock = threading.Lock()
        self.open = True
        self.thread = None
        self.error = None

    def carry(self, job, last):
        applied = lost = 0
        why = None
        for attempt, wait in enumerate(self.waits, 1):
            if why:
                self.history.record("retry", job.key, attempt - 1, why)
                self.sleep(wait)
            last[:] = [attempt, "applied" if applied else "none"]
            if self.token.cancelled:
                return self.history.record("cancelled", job.key, attempt, None, last[1])
            try:
                if self.before_effect:
                    self.before_effect(job)
                if self.token.cancelled:
                    return self.history.record("cancelled", job.key, attempt, None, last[1])
                if attempt <= job.fail_before:
                    raise Retryable("planned")
                answer = self.apply(job.key, job.amount)
            except KeyConflict:
                return self.history.record("dead", job.key, attempt, CONFLICT, last[1])
            except Retryable:
                why = FAILED_BEFORE
                continue
            applied += 1
            last[1] = "applied"
            if lost == job.lose_ack:
                return self.history.record("acked", job.key, attempt, None, answer.value)
            lost += 1
            why = ACK_LOST
        return self.history.record("dead", job.key, attempt, ATTEMPTS, last[1])

    def loop(self):
        for job in iter(self.jobs.get, STOP):
            last = [0, "none"]
            try:
                self.carry(job, last)
            except BaseException as error:
                with self.lock:
                    self.open = False
                    self.error = (job, error)
                self.history.record("crashed", job.key, last[0], None, last[1])
                while not self.jobs.empty():
                    left = self.jobs.get()
                    if left is not STOP:
                        self.history.record("abandoned", left.key)
                break
        self.history.record("closed")

    def start(self):
        if self.thread:
            raise RuntimeError("started twice")
        self.thread = threading.Thread(target=self.loop)
        self.thread.start()

    def submit(self, job):
        if type(job) is not Job:
            raise TypeError("not a job")
        with self.lock:
            if not self.open:
                raise Closed("too late")
            self.jobs.put(replace(job))

    def close(self, drain=True):
        with self.lock:
            if self.open:
                self.open = False
                self.jobs.put(STOP)
        if not drain:
            self.token.cancel()

    def join(self):
        self.thread.join()
        if self.error:
            raise WorkerFailed(self.error[0]) from self.error[1]

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *_):
        self.close()
        self.join()
