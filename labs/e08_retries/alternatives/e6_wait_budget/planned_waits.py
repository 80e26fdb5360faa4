"""The waits of a job are planned when its delivery begins: a generator that ends where the budget does."""

import enum
import itertools
import threading
from dataclasses import dataclass, field
from queue import Empty, Queue
from typing import Any, Callable, Optional

from labs.e08_retries.cancel_token import CancelToken
from labs.e08_retries.effect_store import KeyConflict, Outcome
from labs.e08_retries.jobs import Job
from labs.e08_retries.retry import ACK_LOST, ATTEMPTS, CONFLICT, FAILED_BEFORE, Retryable, backoff_s
from labs.e08_retries.worker import Closed, WorkerFailed
from labs.kit.clock import VirtualClock
from labs.kit.history import History


class State(enum.Enum):
    OPEN = "open"
    SHUT = "shut"


class Stop(enum.Enum):
    STOP = enum.auto()


class Stopped(Exception):
    """Found at a checkpoint."""


@dataclass
class Door:
    queue: Queue = field(default_factory=Queue)
    state: State = State.OPEN
    lock: Any = field(default_factory=threading.Lock)

    def admit(self, job: Job) -> None:
        with self.lock:
            if self.state is State.SHUT:
                raise Closed(job.key)
            self.queue.put_nowait(job)

    def shut(self) -> None:
        with self.lock:
            was, self.state = self.state, State.SHUT
            if was is State.OPEN:
                self.queue.put_nowait(Stop.STOP)

    def leftovers(self):
        while True:
            try:
                item = self.queue.get(block=False)
            except Empty:
                return
            if item is not Stop.STOP:
                yield item


class Worker:
    def __init__(
        self,
        apply: Callable[[str, int], Outcome],
        *,
        max_attempts: int = 3,
        wait_budget: Optional[float] = None,
        sleep: Optional[Callable[[float], None]] = None,
        token: Optional[CancelToken] = None,
        before_effect: Optional[Callable[[Job], None]] = None,
        history: Optional[History] = None,
    ) -> None:
        assert max_attempts >= 1
        self._door = Door()
        self._token = token if token is not None else CancelToken()
        self._log = history if history is not None else History()
        self._do = apply
        self._limit = max_attempts
        self._budget = wait_budget
        self._wait = sleep if sleep is not None else VirtualClock().sleep
        self._hook = before_effect
        self._thread = threading.Thread(target=self._main, name="worker")
        self._begun = False
        self._result: list = []

    @property
    def history(self) -> History:
        return self._log

    def start(self) -> None:
        self._thread.start()
        self._begun = True

    def submit(self, job: Job) -> None:
        if type(job) is Job:
            return self._door.admit(job)
        raise TypeError(type(job).__name__)

    def close(self, drain: bool = True) -> None:
        self._door.shut()
        drain or self._token.cancel()

    def join(self) -> None:
        with self._door.lock:
            ready = self._begun and self._door.state is State.SHUT
        if not ready:
            raise RuntimeError("join of a worker that runs on, or never ran")
        self._thread.join()
        for job, bug in self._result:
            raise WorkerFailed(job) from bug

    def __enter__(self) -> "Worker":
        self.start()
        return self

    def __exit__(self, kind: object, error: Optional[BaseException], trace: object) -> None:
        self.close()
        if error is None:
            self.join()
        else:
            self._thread.join()

    def _main(self) -> None:
        try:
            while (job := self._door.queue.get()) is not Stop.STOP:
                if not self._survived(job):
                    return
        finally:
            self._log.record("closed")

    def _survived(self, job: Job) -> bool:
        note = Note(self._log, job)
        try:
            self._deliver(job, note)
            return True
        except BaseException as bug:
            self._result.append((job, bug))
            self._door.shut()
            note("crashed", effect=note.effect)
            for left in self._door.leftovers():
                self._log.record("abandoned", left.key)
            return False

    def _waits(self):
        waits = [backoff_s(attempt) for attempt in range(1, self._limit)]
        for wait, total in zip(waits, itertools.accumulate(waits)):
            if self._budget is not None and total > self._budget:
                return
            yield wait

    def _deliver(self, job: Job, note: "Note") -> None:
        waits = self._waits()
        try:
            for note.attempt in range(1, self._limit + 1):
                try:
                    self._look()
                    if self._hook:
                        self._hook(job)
                    self._look()
                    if note.attempt <= job.fail_before:
                        raise Retryable
                    answer = self._do(job.key, job.amount)
                    note.acks += 1
                    note.effect = "applied"
                    if note.acks > job.lose_ack:
                        return note("acked", effect=answer.value)
                    reason = ACK_LOST
                except Retryable:
                    reason = FAILED_BEFORE
                if note.attempt < self._limit:
                    wait = next(waits, None)
                    if wait is None:
                        return note("dead", "wait budget", note.effect)
                    note("retry", reason)
                    self._wait(wait)
            note("dead", ATTEMPTS, note.effect)
        except Stopped:
            note("cancelled", effect=note.effect)
        except KeyConflict:
            note("dead", CONFLICT, note.effect)

    def _look(self) -> None:
        if self._token.cancelled:
            raise Stopped


class Note:
    def __init__(self, log: History, job: Job) -> None:
        self.log, self.job = log, job
        self.attempt = self.acks = 0
        self.effect = "none"

    def __call__(self, event: str, reason: Optional[str] = None, effect: Optional[str] = None) -> None:
        self.log.record(event, self.job.key, self.attempt, reason, effect)
