"""Pooled operating-system threads: starting one costs more than a whole run of a small program."""

import _thread
from collections.abc import Callable


class Worker:
    """An operating-system thread that sleeps on its baton and runs one lane at a time."""

    __slots__ = ("baton", "ident", "job")

    def __init__(self) -> None:
        self.baton = _thread.allocate_lock()
        self.baton.acquire()
        self.job: Callable[[], None] = _nothing
        self.ident = _thread.start_new_thread(self._serve, ())

    def _serve(self) -> None:
        while True:
            self.baton.acquire()
            job, self.job = self.job, _nothing
            job()
            del job


def _nothing() -> None:
    pass


_idle: list[Worker] = []
_started = 0


def hire() -> Worker:
    """A worker that waits for its baton; it goes back with `dismiss`."""
    global _started  # noqa: PLW0603 - the pool belongs to the whole process, as its threads do
    if _idle:
        return _idle.pop()
    _started += 1
    return Worker()


def dismiss(worker: Worker) -> None:
    """Give a worker back; called by whoever holds the baton, as the last thing it does."""
    _idle.append(worker)


def started() -> int:
    """How many threads the pool has started in this process."""
    return _started
