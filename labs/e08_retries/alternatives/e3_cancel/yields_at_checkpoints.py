"""An attempt is a generator that yields where it may be stopped; whoever runs it looks at the token there."""

import queue
import threading

from labs.e08_retries.cancel_token import CancelToken
from labs.e08_retries.effect_store import KeyConflict
from labs.e08_retries.jobs import Job
from labs.e08_retries.retry import ACK_LOST, ATTEMPTS, CONFLICT, FAILED_BEFORE, Retryable, backoff_s
from labs.e08_retries.worker import Closed, WorkerFailed
from labs.kit.clock import VirtualClock
from labs.kit.history import History


class Lost(Exception):
    pass


class Hand:
    """What the worker has in hand."""

    def __init__(self, job, history):
        self.job, self.history = job, history
        self.attempt, self.acks, self.effect = 0, 0, "none"

    def note(self, event, reason=None, effect=None):
        self.history.record(event, self.job.key, self.attempt, reason, effect)


class Worker:
    def __init__(
        self, apply, *, max_attempts=3, sleep=None, token=None, before_effect=None, history=None
    ):
        self.apply, self.max_attempts, self.hook = apply, max_attempts, before_effect
        self.sleep = sleep or VirtualClock().sleep
        self.token = token or CancelToken()
        self.history = history or History()
        self.jobs, self.lock = queue.SimpleQueue(), threading.Lock()
        self.closed = False
        self.failed = None
        self.thread = threading.Thread(target=self.loop)

    def steps(self, hand):
        yield
        if self.hook:
            self.hook(hand.job)
        yield
        if hand.attempt <= hand.job.fail_before:
            raise Retryable("before")
        outcome = self.apply(hand.job.key, hand.job.amount)
        hand.effect = "applied"
        hand.acks += 1
        if hand.acks <= hand.job.lose_ack:
            raise Lost
        return outcome.value

    def attempt(self, hand):
        steps = self.steps(hand)
        try:
            while True:
                next(steps)
                if self.token.cancelled:
                    steps.close()
                    return "cancelled", None
        except StopIteration as end:
            return "acked", end.value
        except KeyConflict:
            return "dead", CONFLICT
        except Lost:
            return "retry", ACK_LOST
        except Retryable:
            return "retry", FAILED_BEFORE

    def carry(self, hand):
        for hand.attempt in range(1, self.max_attempts + 1):
            event, detail = self.attempt(hand)
            if event == "acked":
                return hand.note(event, None, detail)
            if event != "retry":
                return hand.note(event, detail, hand.effect)
            if hand.attempt < self.max_attempts:
                hand.note(event, detail)
                self.sleep(backoff_s(hand.attempt))
        return hand.note("dead", ATTEMPTS, hand.effect)

    def loop(self):
        while (job := self.jobs.get()) is not None:
            hand = Hand(job, self.history)
            try:
                self.carry(hand)
            except BaseException as error:
                with self.lock:
                    self.closed, self.failed = True, (job, error)
                hand.note("crashed", None, hand.effect)
                while not self.jobs.empty():
                    if left := self.jobs.get():
                        self.history.record("abandoned", left.key)
                break
        self.history.record("closed")

    def start(self):
        self.thread.start()

    def submit(self, job):
        if type(job) is not Job:
            raise TypeError("takes a Job")
        with self.lock:
            if self.closed:
                raise Closed("closed")
            self.jobs.put(job)

    def close(self, drain=True):
        with self.lock:
            if not self.closed:
                self.closed = True
                self.jobs.put(None)
        if not drain:
            self.token.cancel()

    def join(self):
        self.thread.join()
        if self.failed:
            raise WorkerFailed(self.failed[0]) from self.failed[1]

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *_):
        self.close()
        self.join()
