"""E08.2 Retry (15 minutes)

The store of E08.1 can now be asked twice, so a job may be tried twice. But which job, how often, after how long, and
what is said when it is enough? A worker that never tries again loses charges; one that always does holds the queue for
ever on one poison job, and repeats every bug it has.

Write the attempt loop, `Worker._carry`. Everything around it is given and right.

- Only `Retryable` is tried again: the attempt failed before the effect, or its acknowledgement was lost after it, which
  is an `AckLost`.
- There are `max_attempts` attempts in all, whatever the kind of failure. Between two of them there is one wait, by the
  `sleep` that was given: 1 second, then 2, then 4 and so on, never more than `WAIT_MAX_S`.
- `KeyConflict` is permanent: dead on that attempt, without a wait, and the queue goes on.
- Anything else is a bug, and so is whatever the sleeper raises. It passes through: the worker ends, and `join()` raises
  it to the caller.

The history tells it in these events, each recorded by `self._record`:

- `retry` with the reason, `ACK_LOST` or `FAILED_BEFORE`, after a failed attempt that has another to follow, and before
  the wait;
- at the end exactly one of: `acked` with what the store answered; `cancelled` with the effect's state; `dead` with the
  reason, `ATTEMPTS` or `CONFLICT`, and the effect's state. `delivery.effect` knows that state.

Exports `Worker`. The lab's own loop and its `backoff_s` are not to be imported: they are what you write.
"""

import queue
import threading
from collections.abc import Callable
from dataclasses import dataclass, replace

from labs.e08_retries.cancel_token import CancelToken
from labs.e08_retries.effect_store import KeyConflict, Outcome
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

END = object()  # no job is this object, so no job is taken for the end of the queue


class Noticed(Exception):
    """Cancellation was noticed at a checkpoint."""


class AckLost(Retryable):
    """The effect happened, and its acknowledgement did not arrive."""


@dataclass
class Delivery:
    """One submission on its way: how often it was attempted, and how often the store answered."""

    job: Job
    attempt: int = 0
    answers: int = 0

    @property
    def effect(self) -> str:
        """What the world has seen of it."""
        return "applied" if self.answers else "none"


class Worker:
    """Works off a queue in one thread; each job is attempted until its end, which the history tells."""

    def __init__(
        self,
        apply: Callable[[str, int], Outcome],
        *,
        max_attempts: int = 3,
        sleep: Callable[[float], None] | None = None,
        token: CancelToken | None = None,
        before_effect: Callable[[Job], None] | None = None,
        history: History | None = None,
    ) -> None:
        if type(max_attempts) is not int or max_attempts < 1:
            raise ValueError(f"max_attempts: got {max_attempts!r}, takes an int of 1 or more")
        self.history = history or History()
        self._apply = apply
        self._max_attempts = max_attempts
        self._sleep = sleep or VirtualClock().sleep
        self._token = token or CancelToken()
        self._before_effect = before_effect
        self._queue: queue.Queue[object] = queue.Queue()
        self._door = threading.Lock()
        self._closed = False
        self._thread = threading.Thread(target=self._run, name="worker")
        self._failure: tuple[Job, BaseException] | None = None

    def _carry(self, delivery: Delivery) -> None:
        """Attempt the job until it is acked, dead or cancelled, and record which."""
        while True:
            delivery.attempt += 1
            try:
                outcome = self._try_once(delivery)
            except Noticed:
                return self._record("cancelled", delivery, effect=delivery.effect)
            # TODO: a lost acknowledgement, a key used twice, a bug: which of them may pass by itself?
            else:
                return self._record("acked", delivery, effect=outcome.value)
            # TODO: was that enough? What is recorded if it was, and what comes next if it was not?

    def _try_once(self, delivery: Delivery) -> Outcome:
        self._checkpoint()
        if self._before_effect is not None:
            self._before_effect(delivery.job)
        self._checkpoint()
        if delivery.attempt <= delivery.job.fail_before:
            raise Retryable
        outcome = self._apply(delivery.job.key, delivery.job.amount)
        delivery.answers += 1
        if delivery.answers <= delivery.job.lose_ack:
            raise AckLost
        return outcome

    def _checkpoint(self) -> None:
        if self._token.cancelled:
            raise Noticed

    def _record(
        self, event: str, delivery: Delivery, reason: str | None = None, effect: str | None = None
    ) -> None:
        self.history.record(event, delivery.job.key, delivery.attempt, reason, effect)

    def _run(self) -> None:
        while isinstance(job := self._queue.get(), Job):
            delivery = Delivery(job)
            try:
                self._carry(delivery)
            except BaseException as bug:  # noqa: BLE001 - kept: join() raises it to the caller
                self._crash(delivery, bug)
                break
        self.history.record("closed")

    def _crash(self, delivery: Delivery, bug: BaseException) -> None:
        with self._door:
            self._closed = True
            self._failure = (delivery.job, bug)
        self._record("crashed", delivery, effect=delivery.effect)
        while not self._queue.empty():
            job = self._queue.get()
            if isinstance(job, Job):
                self.history.record("abandoned", job.key)

    def start(self) -> None:
        """Start the thread. Raises RuntimeError the second time."""
        self._thread.start()

    def submit(self, job: Job) -> None:
        """Queue a snapshot of the job. Raises TypeError unless it is exactly a Job, and Closed after `close`."""
        if type(job) is not Job:
            raise TypeError(f"submit: got {job!r}, takes exactly a Job")
        with self._door:
            if self._closed:
                raise Closed(f"submit: {job.key!r} was refused, the worker takes no more jobs")
            self._queue.put(replace(job))

    def close(self, drain: bool = True) -> None:
        """Refuse new work and end the queue; without draining, cancel what is in it. Does not wait."""
        with self._door:
            if not self._closed:
                self._closed = True
                self._queue.put(END)
        if not drain:
            self._token.cancel()

    def join(self) -> None:
        """Wait until the thread has ended. Raises RuntimeError before `start` or `close`, WorkerFailed after a bug."""
        with self._door:
            closed = self._closed
        if not closed:
            raise RuntimeError("join: close the worker first, or it would wait for ever")
        self._thread.join()
        if self._failure is not None:
            job, bug = self._failure
            raise WorkerFailed(job) from bug

    def __enter__(self) -> "Worker":
        self.start()
        return self

    def __exit__(self, _kind: object, error: BaseException | None, _trace: object) -> None:
        self.close()
        try:
            self.join()
        except WorkerFailed as failure:
            if error is None:
                raise
            error.add_note(f"{failure}: {failure.__cause__!r}")
