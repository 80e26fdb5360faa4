"""No exception for a cancellation: the attempt returns early, and the token is wrapped in a brake."""

import threading
from collections import deque

from labs.e08_retries.cancel_token import CancelToken
from labs.e08_retries.effect_store import KeyConflict
from labs.e08_retries.jobs import Job
from labs.e08_retries.retry import ACK_LOST, ATTEMPTS, CONFLICT, FAILED_BEFORE, Retryable, backoff_s
from labs.e08_retries.worker import Closed, WorkerFailed
from labs.kit.clock import VirtualClock
from labs.kit.history import History


class Brake:
    """True where the worker is asked to stop."""

    def __init__(self, token):
        self.token = token

    def __bool__(self):
        return self.token.cancelled


class Worker:
    def __init__(
        self, apply, *, max_attempts=3, sleep=None, token=None, before_effect=None, history=None
    ):
        self._apply = apply
        self._limit = max_attempts
        self._sleep = sleep or VirtualClock().sleep
        self._token = token or CancelToken()
        self._brake = Brake(self._token)
        self._hook = before_effect or (lambda _job: None)
        self.history = history or History()
        self._jobs = deque()
        self._door = threading.Condition(threading.RLock())
        self._closing = False
        self._crash = None
        self._thread = threading.Thread(target=self._main, name="early")

    def _one(self, job):
        attempt, applied, lost = 1, "none", 0
        self._at = lambda: (attempt, applied)
        while True:
            reason = FAILED_BEFORE
            if self._brake:
                return "cancelled", attempt, None, applied
            try:
                self._hook(job)
                if self._brake:
                    return "cancelled", attempt, None, applied
                if attempt > job.fail_before:
                    outcome = self._apply(job.key, job.amount)
                    applied = "applied"
                    if lost >= job.lose_ack:
                        return "acked", attempt, None, outcome.value
                    lost += 1
                    reason = ACK_LOST
            except KeyConflict:
                return "dead", attempt, CONFLICT, applied
            except Retryable:
                pass
            if attempt >= self._limit:
                return "dead", attempt, ATTEMPTS, applied
            self.history.record("retry", job.key, attempt, reason)
            self._sleep(backoff_s(attempt))
            attempt += 1

    def _take(self):
        with self._door:
            while not self._jobs and not self._closing:
                self._door.wait()
            return self._jobs.popleft() if self._jobs else None

    def _main(self):
        while job := self._take():
            try:
                event, attempt, reason, effect = self._one(job)
            except BaseException as error:
                attempt, effect = self._at()
                with self._door:
                    self._crash, self._closing = (job, error), True
                self.history.record("crashed", job.key, attempt, None, effect)
                while job := self._take():
                    self.history.record("abandoned", job.key)
                break
            self.history.record(event, job.key, attempt, reason, effect)
        self.history.record("closed")

    def start(self):
        self._thread.start()

    def submit(self, job):
        if type(job) is not Job:
            raise TypeError(f"{job!r}")
        with self._door:
            if self._closing:
                raise Closed(job.key)
            self._jobs.append(job)
            self._door.notify_all()

    def close(self, drain=True):
        with self._door:
            self._closing = True
            self._door.notify_all()
        if not drain:
            self._token.cancel()

    def join(self):
        self._thread.join()
        if self._crash:
            raise WorkerFailed(self._crash[0]) from self._crash[1]

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, kind, error, trace):
        self.close()
        self.join()
