"""An attempt answers what became of it instead of raising, and jobs wait in a deque under a condition."""

from collections import deque
from itertools import count
from threading import Condition, Thread

from labs.e08_retries.cancel_token import CancelToken
from labs.e08_retries.effect_store import KeyConflict
from labs.e08_retries.jobs import Job
from labs.e08_retries.retry import Retryable
from labs.e08_retries.worker import Closed, WorkerFailed
from labs.kit.clock import VirtualClock
from labs.kit.history import History


def backoff():
    wait = 1
    while True:
        yield wait
        wait = min(2 * wait, 3600)


class Record:
    """Writes down one job's events."""

    def __init__(self, history, key):
        self.history, self.key = history, key
        self.attempt, self.effect = 0, "none"

    def __call__(self, event, reason=None, effect=None):
        self.history.record(event, self.key, self.attempt, reason, effect)


class Worker:
    def __init__(
        self, apply, max_attempts=3, sleep=None, token=None, before_effect=None, history=None
    ):
        self._apply, self._max, self._hook = apply, max_attempts, before_effect
        self._sleep = sleep or VirtualClock().sleep
        self._token = token or CancelToken()
        self.history = history or History()
        self._changed = Condition()
        self._waiting = deque()
        self._shut = False
        self._worker = Thread(target=self._work)
        self._crashed = None

    # one job

    def _carry(self, job, record):
        waits = backoff()
        lost = 0
        for record.attempt in count(1):
            result, detail = self._attempt(job, record.attempt)
            if result == "answered":
                record.effect = "applied"
                if lost == job.lose_ack:
                    return record("acked", effect=detail)
                lost += 1
                detail = "acknowledgement lost"
            elif result == "cancelled":
                return record("cancelled", effect=record.effect)
            elif result == "refused":
                return record("dead", "key conflict", record.effect)
            if record.attempt == self._max:
                return record("dead", "attempts", record.effect)
            record("retry", detail)
            self._sleep(next(waits))

    def _attempt(self, job, number):
        if self._token.cancelled:
            return "cancelled", None
        try:
            if self._hook:
                self._hook(job)
            if self._token.cancelled:
                return "cancelled", None
            if number <= job.fail_before:
                return "failed", "failed before the effect"
            return "answered", self._apply(job.key, job.amount).value
        except KeyConflict:
            return "refused", None
        except Retryable:
            return "failed", "failed before the effect"

    # the queue

    def _next(self):
        with self._changed:
            self._changed.wait_for(lambda: self._waiting or self._shut)
            return self._waiting.popleft() if self._waiting else None

    def _work(self):
        while job := self._next():
            record = Record(self.history, job.key)
            try:
                self._carry(job, record)
            except BaseException as bug:
                with self._changed:
                    self._shut, self._crashed = True, (job, bug)
                record("crashed", effect=record.effect)
                while left := self._next():
                    self.history.record("abandoned", left.key)
        self.history.record("closed")

    def start(self):
        self._worker.start()

    def submit(self, job):
        if type(job) is not Job:
            raise TypeError(job)
        with self._changed:
            if self._shut:
                raise Closed(job)
            self._waiting.append(job)
            self._changed.notify()

    def close(self, drain=True):
        with self._changed:
            self._shut = True
            self._changed.notify()
        if not drain:
            self._token.cancel()

    def join(self):
        self._worker.join()
        if self._crashed is not None:
            job, bug = self._crashed
            raise WorkerFailed(job) from bug

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *_):
        self.close()
        self.join()
