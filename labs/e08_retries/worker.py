"""How the worker goes about it: one thread over a queue, a door that shuts, and an orderly end."""

import queue
import threading
from collections.abc import Callable
from dataclasses import replace
from types import TracebackType

from labs.e08_retries.cancel_token import CancelToken
from labs.e08_retries.delivery import Delivery, Route
from labs.e08_retries.effect_store import Outcome
from labs.e08_retries.jobs import Job
from labs.kit.clock import VirtualClock
from labs.kit.history import History


class Closed(Exception):
    """The worker takes no more jobs; nothing was queued."""


class WorkerFailed(Exception):
    """A bug ended the worker while it had this job in hand; the bug is the cause."""

    def __init__(self, job: Job) -> None:
        super().__init__(f"the worker ended on a bug in job {job.key!r}")
        self.job = job


class _EndMark:
    """What ends the queue: no job can be equal to it, so no job can be mistaken for the end."""


class Worker:
    """Works off a queue in one thread: each job ends acked, dead, cancelled, abandoned or crashed, exactly once.

    `apply(key, amount)` is the effect, such as a store's method. `sleep(seconds)` is how the worker waits between
    attempts; without one it uses a virtual clock and sleeps none. A shared `token` stops all who share it.
    `delivery` is how one job is carried to its end; the controls put a broken one in its place.
    """

    delivery: type[Delivery] = Delivery

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
        """Raise ValueError unless `max_attempts` is an int of 1 or more (1: one attempt, no wait)."""
        if type(max_attempts) is not int or max_attempts < 1:
            raise ValueError(f"max_attempts: got {max_attempts!r}, takes an int of 1 or more")
        self.history = History() if history is None else history
        self._token = CancelToken() if token is None else token
        sleep = VirtualClock().sleep if sleep is None else sleep
        self._route = Route(apply, max_attempts, sleep, self._token, before_effect, self.history)
        self._queue: queue.Queue[Job | _EndMark] = queue.Queue()
        self._door = threading.Lock()
        self._closed = False
        self._thread: threading.Thread | None = None
        self._failure: tuple[Job, BaseException] | None = None

    def start(self) -> None:
        """Start the thread. Raises RuntimeError if it was started before."""
        with self._door:
            if self._thread is not None:
                raise RuntimeError("start: this worker was started before; make a new one")
            self._thread = threading.Thread(target=self._run, name="worker")
            self._thread.start()

    def submit(self, job: Job) -> None:
        """Queue a snapshot of the job; before `start` it waits there.

        Raises:
            TypeError: it is not exactly a `Job`; nothing is queued.
            Closed: the door is shut; nothing is queued.
        """
        if type(job) is not Job:
            raise TypeError(f"submit: got {job!r}, takes exactly a Job")
        with self._door:
            if self._closed:
                raise Closed(f"submit: {job.key!r} was refused, the worker takes no more jobs")
            self._queue.put(replace(job))

    def close(self, drain: bool = True) -> None:
        """Refuse new work, then end the queue; does not wait.

        Draining works off what is queued, bounded retries included. Not draining cancels the token: what has not
        passed its last checkpoint is `cancelled`. Closing twice is harmless, and the second may add the cancelling.
        """
        with self._door:
            if not self._closed:
                self._closed = True
                self._queue.put(_EndMark())
        if not drain:
            self._token.cancel()

    def join(self) -> None:
        """Wait until the thread has ended; only then may results be judged.

        Raises:
            RuntimeError: not started, not closed, or called from the worker's own thread: it would wait for ever.
            WorkerFailed: a bug ended the worker, each time this is called; the bug is its cause.
        """
        with self._door:
            thread, closed = self._thread, self._closed
        if thread is None or not closed:
            raise RuntimeError("join: start and close the worker first, or it would wait for ever")
        if thread is threading.current_thread():
            raise RuntimeError(
                "join: called from the worker's own thread, which cannot outwait itself"
            )
        thread.join()
        if self._failure is not None:
            job, bug = self._failure
            raise WorkerFailed(job) from bug

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
        while not isinstance(job := self._queue.get(), _EndMark):
            delivery = self.delivery(job, self._route)
            try:
                delivery.carry()
            except BaseException as bug:  # noqa: BLE001 - kept: join() raises it to the caller
                self._crash(delivery, bug)
                break
        self.history.record("closed")

    def _crash(self, delivery: Delivery, bug: BaseException) -> None:
        with self._door:
            self._closed = True
            self._failure = (delivery.job, bug)
        delivery.record("crashed", effect=delivery.effect)
        while not self._queue.empty():
            job = self._queue.get()
            if isinstance(job, Job):
                self.history.record("abandoned", job.key)
