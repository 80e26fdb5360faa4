"""E08.3 Cancel (20 minutes)

Somebody clicks *stop* while a payment is on its way. A thread cannot be stopped from outside; the worker has to ask
itself, at the few places where the answer still changes something. And what it says afterwards must be true: a caller
who reads *cancelled* over a charge that was made takes it for "nothing happened", and the customer pays twice.

Write the two checkpoints of an attempt, and what is said when a cancellation is noticed. Everything else is given and
right: the loop of E08.2, the queue, the thread.

- The worker looks at its token exactly twice an attempt: before the hook `before_effect` is entered, and after it, when
  nothing but the effect is left. It looks nowhere else, not during a wait and not after the effect.
- If the token is cancelled when it looks, the attempt goes no further, and the job ends: `cancelled`, with the state of
  the effect, *none* or *applied*. `delivery.effect` knows it, over all attempts of this job.
- A token stays cancelled. Each job still queued comes to its own first checkpoint, and is `cancelled` there.
- A cancel that comes later than the second look changes nothing: the effect happens, and the job is acked.

Exports `Worker`. The lab's own `Worker` and `Delivery` are not to be imported: they are what you write.
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
    Retryable,
    backoff_s,
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
            except Noticed:  # TODO: what may the world have seen of this job by now?
                return self._record("cancelled", delivery, effect="none")
            except KeyConflict:
                return self._record("dead", delivery, CONFLICT, delivery.effect)
            except Retryable as failure:
                reason = ACK_LOST if isinstance(failure, AckLost) else FAILED_BEFORE
            else:
                return self._record("acked", delivery, effect=outcome.value)
            if delivery.attempt == self._max_attempts:
                return self._record("dead", delivery, ATTEMPTS, delivery.effect)
            self._record("retry", delivery, reason)
            self._sleep(backoff_s(delivery.attempt))

    def _try_once(self, delivery: Delivery) -> Outcome:
        # TODO: somebody may have cancelled while this job was queued, or waited; what follows?
        if self._before_effect is not None:
            self._before_effect(delivery.job)
        # TODO: the hook may have taken long; what comes next, and can it be taken back?
        if delivery.attempt <= delivery.job.fail_before:
            raise Retryable
        outcome = self._apply(delivery.job.key, delivery.job.amount)
        # TODO: somebody cancels at this very moment; what has happened, and what is to be said?
        delivery.answers += 1
        if delivery.answers <= delivery.job.lose_ack:
            raise AckLost
        return outcome

    def _checkpoint(self) -> None:
        pass  # TODO: what is asked here, and how does an attempt end that must not go on?

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
