"""Misconception: As long as the budget is not used up, one may wait.

Rejected by: fraction
Diagnosis: What has been waited is compared, and the next wait is begun if anything is left, however little: the sum
ends beyond the budget. The wait that is about to begin counts as well.
"""

import queue
import threading
from collections.abc import Callable
from dataclasses import dataclass
from types import TracebackType

from labs.e08_retries.cancel_token import CancelToken
from labs.e08_retries.effect_store import KeyConflict, Outcome
from labs.e08_retries.jobs import Job
from labs.e08_retries.retry import (
    ACK_LOST,
    ATTEMPTS,
    CONFLICT,
    FAILED_BEFORE,
    Retryable,
    backoff_s,
)
from labs.e08_retries.worker import Closed, WorkerFailed
from labs.kit.clock import VirtualClock
from labs.kit.history import History

WAIT_BUDGET = "wait budget"


class EndMark:
    """What ends the queue; no job can be equal to it."""


@dataclass
class InHand:
    job: Job
    attempt: int = 0
    acks_sent: int = 0
    effect: str = "none"
    waited_s: float = 0


class Worker:
    def __init__(
        self,
        apply: Callable[[str, int], Outcome],
        *,
        max_attempts: int = 3,
        wait_budget: float | None = None,
        sleep: Callable[[float], None] | None = None,
        token: CancelToken | None = None,
        before_effect: Callable[[Job], None] | None = None,
        history: History | None = None,
    ) -> None:
        if type(max_attempts) is not int or max_attempts < 1:
            raise ValueError(f"max_attempts: got {max_attempts!r}, takes an int of 1 or more")
        if wait_budget is not None and not wait_budget >= 0:
            raise ValueError(f"wait_budget: got {wait_budget!r}, takes seconds from 0, or None")
        self.history = history or History()
        self._apply = apply
        self._max_attempts = max_attempts
        self._wait_budget = wait_budget
        self._sleep = sleep or VirtualClock().sleep
        self._token = token or CancelToken()
        self._before_effect = before_effect or (lambda _job: None)
        self._queue: queue.Queue[Job | EndMark] = queue.Queue()
        self._door = threading.Lock()
        self._closed = False
        self._thread: threading.Thread | None = None
        self._failure: tuple[Job, BaseException] | None = None

    def _carry(self, hand: InHand) -> None:
        job = hand.job
        while True:
            hand.attempt += 1
            try:
                if self._token.cancelled:
                    return self._record(hand, "cancelled", effect=hand.effect)
                self._before_effect(job)
                if self._token.cancelled:
                    return self._record(hand, "cancelled", effect=hand.effect)
                if hand.attempt <= job.fail_before:
                    raise Retryable(FAILED_BEFORE)
                outcome = self._apply(job.key, job.amount)
            except KeyConflict:
                return self._record(hand, "dead", CONFLICT, hand.effect)
            except Retryable:
                reason = FAILED_BEFORE
            else:
                hand.effect = "applied"
                hand.acks_sent += 1
                if hand.acks_sent > job.lose_ack:
                    return self._record(hand, "acked", effect=outcome.value)
                reason = ACK_LOST
            if hand.attempt == self._max_attempts:
                return self._record(hand, "dead", ATTEMPTS, hand.effect)
            wait_s = backoff_s(hand.attempt)
            if self._wait_budget is not None and hand.waited_s >= self._wait_budget:
                return self._record(hand, "dead", WAIT_BUDGET, hand.effect)
            hand.waited_s += wait_s
            self._record(hand, "retry", reason)
            self._sleep(wait_s)

    def _record(
        self, hand: InHand, event: str, reason: str | None = None, effect: str | None = None
    ) -> None:
        self.history.record(event, hand.job.key, hand.attempt, reason, effect)

    def start(self) -> None:
        with self._door:
            if self._thread is not None:
                raise RuntimeError("start: this worker was started before; make a new one")
            self._thread = threading.Thread(target=self._run, name="worker")
            self._thread.start()

    def submit(self, job: Job) -> None:
        if type(job) is not Job:
            raise TypeError(f"submit: got {job!r}, takes exactly a Job")
        with self._door:
            if self._closed:
                raise Closed(f"submit: {job.key!r} was refused, the worker takes no more jobs")
            self._queue.put(job)

    def close(self, drain: bool = True) -> None:
        with self._door:
            self._closed = True
            self._queue.put(EndMark())
        if not drain:
            self._token.cancel()

    def join(self) -> None:
        with self._door:
            thread, closed = self._thread, self._closed
        if thread is None or not closed:
            raise RuntimeError("join: start and close the worker first, or it would wait for ever")
        thread.join()
        if self._failure is not None:
            job, bug = self._failure
            raise WorkerFailed(job) from bug

    def __enter__(self) -> "Worker":
        self.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()
        try:
            self.join()
        except WorkerFailed as failure:
            if error is None:
                raise
            error.add_note(f"{failure}: {failure.__cause__!r}")

    def _run(self) -> None:
        while not isinstance(job := self._queue.get(), EndMark):
            hand = InHand(job)
            try:
                self._carry(hand)
            except BaseException as bug:
                self._crash(hand, bug)
                break
        self.history.record("closed")

    def _crash(self, hand: InHand, bug: BaseException) -> None:
        with self._door:
            self._closed = True
            self._failure = (hand.job, bug)
        self._record(hand, "crashed", effect=hand.effect)
        while not self._queue.empty():
            if isinstance(job := self._queue.get(), Job):
                self.history.record("abandoned", job.key)
