"""Each delivery gets a purse: it pays for a wait in advance, or says that it cannot."""

from collections import deque
from threading import Condition, Thread

from labs.e08_retries.cancel_token import CancelToken
from labs.e08_retries.effect_store import KeyConflict
from labs.e08_retries.jobs import Job
from labs.e08_retries.retry import ACK_LOST, ATTEMPTS, CONFLICT, FAILED_BEFORE, Retryable, backoff_s
from labs.e08_retries.worker import Closed, WorkerFailed
from labs.kit.clock import VirtualClock
from labs.kit.history import History


class Inbox:
    def __init__(self):
        self.changed = Condition()
        self.jobs = deque()
        self.open = True

    def put(self, job):
        with self.changed:
            if not self.open:
                raise Closed(f"{job.key!r} came after the close")
            self.jobs.append(job)
            self.changed.notify_all()

    def take(self):
        """The next job; None once there will be none any more."""
        with self.changed:
            self.changed.wait_for(lambda: self.jobs or not self.open)
            return self.jobs.popleft() if self.jobs else None

    def shut(self):
        with self.changed:
            self.open = False
            self.changed.notify_all()

    def is_open(self):
        with self.changed:
            return self.open


class Purse:
    def __init__(self, seconds):
        self.left = seconds

    def pays(self, wait):
        if self.left is None:
            return True
        if wait > self.left:
            return False
        self.left -= wait
        return True


class Cancelled(Exception):
    pass


class Worker:
    def __init__(self, apply, *, max_attempts=3, wait_budget=None, sleep=None, token=None, before_effect=None, history=None):
        self.apply = apply
        self.max_attempts = max_attempts
        self.wait_budget = wait_budget
        self.sleep = sleep or VirtualClock().sleep
        self.token = token or CancelToken()
        self.before_effect = before_effect
        self.history = history or History()
        self.inbox = Inbox()
        self.thread = None
        self.failure = None

    def start(self):
        if self.thread:
            raise RuntimeError("started before")
        self.thread = Thread(target=self.work, name="worker")
        self.thread.start()

    def submit(self, job):
        if type(job) != Job:
            raise TypeError(f"{job!r} is no Job")
        self.inbox.put(job)

    def close(self, drain=True):
        self.inbox.shut()
        if not drain:
            self.token.cancel()

    def join(self):
        if self.thread is None or self.inbox.is_open():
            raise RuntimeError("start and close it first")
        self.thread.join()
        if self.failure:
            raise self.failure from self.failure.__cause__

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, kind, error, trace):
        self.close()
        try:
            self.join()
        except WorkerFailed as failure:
            if error is None:
                raise
            error.add_note(str(failure))

    def work(self):
        job = self.inbox.take()
        while job is not None and self.failure is None:
            self.deliver(job)
            if self.failure is None:
                job = self.inbox.take()
        self.history.record("closed")

    def deliver(self, job):
        state = {"attempt": 0, "effect": "none", "acks": 0, "purse": Purse(self.wait_budget)}
        try:
            while not self.attempt(job, state):
                self.sleep(backoff_s(state["attempt"]))
        except Cancelled:
            self.note(job, state, "cancelled", effect=state["effect"])
        except KeyConflict:
            self.note(job, state, "dead", CONFLICT, state["effect"])
        except BaseException as bug:
            self.failure = WorkerFailed(job)
            self.failure.__cause__ = bug
            self.inbox.shut()
            self.note(job, state, "crashed", effect=state["effect"])
            while (left := self.inbox.take()) is not None:
                self.history.record("abandoned", left.key)

    def attempt(self, job, state):
        """True if the job has ended."""
        state["attempt"] += 1
        try:
            outcome = self.effect(job, state)
        except Retryable:
            return self.failed(job, state, FAILED_BEFORE)
        state["effect"] = "applied"
        state["acks"] += 1
        if state["acks"] <= job.lose_ack:
            return self.failed(job, state, ACK_LOST)
        self.note(job, state, "acked", effect=outcome.value)
        return True

    def effect(self, job, state):
        self.checkpoint()
        if self.before_effect:
            self.before_effect(job)
        self.checkpoint()
        if state["attempt"] <= job.fail_before:
            raise Retryable
        return self.apply(job.key, job.amount)

    def failed(self, job, state, reason):
        if state["attempt"] == self.max_attempts:
            self.note(job, state, "dead", ATTEMPTS, state["effect"])
            return True
        if not state["purse"].pays(backoff_s(state["attempt"])):
            self.note(job, state, "dead", "wait budget", state["effect"])
            return True
        self.note(job, state, "retry", reason)
        return False

    def checkpoint(self):
        if self.token.cancelled:
            raise Cancelled

    def note(self, job, state, event, reason=None, effect=None):
        self.history.record(event, job.key, state["attempt"], reason, effect)
