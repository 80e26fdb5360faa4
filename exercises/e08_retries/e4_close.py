"""E08.4 Close (30 minutes)

A deploy told the old worker to stop. One order came in at that very moment: it was accepted, put behind the end of the
queue, and never seen again. The next worker died on a bug in the night; orders were let in until the morning, and
nobody was told. The worker below works. What it cannot do is end.

Write `submit`, `close`, `join` and `_crash`; the rest is given, the `with` block among it.

- `submit(job)` queues exactly a `Job`, before `start` too. For anything else, be it `None` or a subclass of `Job`, it
  raises `TypeError`; once the door is shut, `Closed`. What it refuses is not queued.
- `close(drain=True)` shuts the door and ends the queue; it waits for nobody. What was let in is worked off. With
  `drain=False` nothing more is begun: the token is cancelled, and `_carry` records the rest as `cancelled`. Closing
  twice is harmless: `close(drain=False)` after `close()` stops the rest, `close()` after `close(drain=False)` changes
  nothing.
- `join()` returns when the thread has ended, and not before. If a bug ended it, `join()` raises `WorkerFailed(job)`
  from that bug, at each call.
- `_crash(hand, bug)` is what `_run` calls when anything but an answer came out of a job. From then on the door is shut,
  without any `close`. The job in hand is recorded as `crashed`, each job still queued as `abandoned`.

Threads submit and close at the same time, and whatever was let in is accounted for: acked, dead, cancelled, abandoned
or crashed. `closed` is the last event; `_run` records it. Exports `Worker`.
"""

import queue
import threading
from collections.abc import Callable
from contextlib import nullcontext
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


class EndMark:
    """What ends the queue; no job can be equal to it."""


@dataclass
class InHand:
    """The job that the worker has in hand, and how far it has come."""

    job: Job
    attempt: int = 0
    acks_sent: int = 0
    effect: str = "none"


class Worker:
    """Works off a queue in one thread; each job that was let in ends exactly once."""

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
        self._before_effect = before_effect or (lambda _job: None)
        self._queue: queue.Queue[Job | EndMark] = queue.Queue()
        self._door = threading.Lock()
        self._closed = False
        self._thread: threading.Thread | None = None
        self._failure: tuple[Job, BaseException] | None = None

    def start(self) -> None:
        """Start the thread, once."""
        with self._door:
            if self._thread is not None:
                raise RuntimeError("start: this worker was started before; make a new one")
            self._thread = threading.Thread(target=self._run, name="worker")
            self._thread.start()

    def submit(self, job: Job) -> None:
        """Queue the job, or refuse it and queue nothing."""
        if not isinstance(job, Job):  # TODO: who passes for a Job here, and is not just that?
            raise TypeError(f"submit: got {job!r}, takes exactly a Job")
        with nullcontext():  # TODO: which two steps are to be one, should a close come now?
            self._queue.put(job)

    def close(self, drain: bool = True) -> None:
        """Let nothing more in and end the queue; does not wait."""
        with nullcontext():  # TODO: a submit comes now, or a second close; what does it find?
            self._closed = True
            self._queue.put(EndMark())
        if not drain:
            pass  # TODO: how is the worker told, so that no job that was let in is lost?

    def join(self) -> None:
        """Wait until the thread has ended; only then may results be judged."""
        with self._door:
            thread, closed = self._thread, self._closed
        if thread is None or not closed:
            raise RuntimeError("join: start and close the worker first, or it would wait for ever")
        thread.join(timeout=5)  # TODO: it is back after five seconds; what may be read then?
        # TODO: a bug may have ended the worker, in a thread of its own; how does the caller learn of it?

    def __enter__(self) -> "Worker":
        """Start."""
        self.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close draining, and join. An error in the body wins; the worker's own is added to it as a note."""
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
            except BaseException as bug:  # noqa: BLE001 - join() tells the caller
                self._crash(hand, bug)
                break
        self.history.record("closed")

    def _crash(self, hand: InHand, bug: BaseException) -> None:
        with nullcontext():  # TODO: who must not get in any more, and from when on?
            self._failure = (hand.job, bug)
        self._record(hand, "crashed", effect=hand.effect)
        # TODO: what becomes of the jobs that were let in and are still queued?

    def _carry(self, hand: InHand) -> None:
        """Attempt the job until it is acked, dead or cancelled, and record which."""
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
            self._record(hand, "retry", reason)
            self._sleep(backoff_s(hand.attempt))

    def _record(
        self, hand: InHand, event: str, reason: str | None = None, effect: str | None = None
    ) -> None:
        self.history.record(event, hand.job.key, hand.attempt, reason, effect)
