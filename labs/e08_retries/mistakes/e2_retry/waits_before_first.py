"""Misconception: there is a wait before each attempt, and the first is 0.

Rejected by: lost-ack
Diagnosis: It calls `sleep(0)` before the first attempt. A wait stands between two attempts, and a job that succeeds
at once has none.
"""

import queue
import threading
from dataclasses import replace

from labs.e08_retries.cancel_token import CancelToken
from labs.e08_retries.effect_store import KeyConflict
from labs.e08_retries.jobs import Job
from labs.e08_retries.retry import (
    ACK_LOST,
    ATTEMPTS,
    CONFLICT,
    FAILED_BEFORE,
    WAIT_MAX_S,
    Retryable,
)
from labs.e08_retries.worker import Closed, WorkerFailed
from labs.kit.clock import VirtualClock
from labs.kit.history import History

END = object()


class Noticed(Exception):
    pass


class AckLost(Retryable):
    pass


class Delivery:
    def __init__(self, job):
        self.job = job
        self.attempt = 0
        self.answers = 0

    @property
    def effect(self):
        return "applied" if self.answers else "none"


class Worker:
    def __init__(
        self, apply, *, max_attempts=3, sleep=None, token=None, before_effect=None, history=None
    ):
        self.history = history or History()
        self._apply = apply
        self._max_attempts = max_attempts
        self._sleep = sleep or VirtualClock().sleep
        self._token = token or CancelToken()
        self._before_effect = before_effect or (lambda job: None)
        self._queue = queue.Queue()
        self._door = threading.Lock()
        self._closed = False
        self._thread = threading.Thread(target=self._run, name="worker")
        self._failure = None

    def _carry(self, delivery):
        self._sleep(0)
        while True:
            delivery.attempt += 1
            try:
                outcome = self._try_once(delivery)
            except Noticed:
                return self._record("cancelled", delivery, effect=delivery.effect)
            except KeyConflict:
                return self._record("dead", delivery, CONFLICT, delivery.effect)
            except Retryable as failure:
                reason = ACK_LOST if isinstance(failure, AckLost) else FAILED_BEFORE
            else:
                return self._record("acked", delivery, effect=outcome.value)
            if delivery.attempt == self._max_attempts:
                return self._record("dead", delivery, ATTEMPTS, delivery.effect)
            self._record("retry", delivery, reason)
            self._sleep(min(2 ** (delivery.attempt - 1), WAIT_MAX_S))

    def _try_once(self, delivery):
        self._checkpoint()
        self._before_effect(delivery.job)
        self._checkpoint()
        if delivery.attempt <= delivery.job.fail_before:
            raise Retryable
        outcome = self._apply(delivery.job.key, delivery.job.amount)
        delivery.answers += 1
        if delivery.answers <= delivery.job.lose_ack:
            raise AckLost
        return outcome

    def _checkpoint(self):
        if self._token.cancelled:
            raise Noticed

    def _record(self, event, delivery, reason=None, effect=None):
        self.history.record(event, delivery.job.key, delivery.attempt, reason, effect)

    def _run(self):
        while (job := self._queue.get()) is not END:
            delivery = Delivery(job)
            try:
                self._carry(delivery)
            except BaseException as bug:
                self._crash(delivery, bug)
                break
        self.history.record("closed")

    def _crash(self, delivery, bug):
        with self._door:
            self._closed = True
            self._failure = (delivery.job, bug)
        self._record("crashed", delivery, effect=delivery.effect)
        while not self._queue.empty():
            job = self._queue.get()
            if job is not END:
                self.history.record("abandoned", job.key)

    def start(self):
        self._thread.start()

    def submit(self, job):
        if type(job) is not Job:
            raise TypeError(f"submit: got {job!r}, takes exactly a Job")
        with self._door:
            if self._closed:
                raise Closed(f"submit: {job.key!r} was refused")
            self._queue.put(replace(job))

    def close(self, drain=True):
        with self._door:
            if not self._closed:
                self._closed = True
                self._queue.put(END)
        if not drain:
            self._token.cancel()

    def join(self):
        if not self._closed:
            raise RuntimeError("join: close the worker first")
        self._thread.join()
        if self._failure is not None:
            job, bug = self._failure
            raise WorkerFailed(job) from bug

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, kind, error, trace):
        self.close()
        self.join()
