"""A lane is one thread of a run, and what it has announced but not yet done."""

from __future__ import annotations

import sys
from _thread import allocate_lock
from collections.abc import Callable
from typing import Any, NoReturn

from labs.kit.schedule.steps import BEGINS, NOTHING, Step
from labs.kit.schedule.workers import Worker, hire

Ready = Callable[[], bool]


class Unwind(BaseException):
    """Ends a lane whose run is over; code under test must let it pass."""


class Lane:
    """One thread of the run: thread 0 is the body, the others count from 1 as they start."""

    __slots__ = (
        "daemon", "deadline", "done", "index", "insisted", "job", "local", "midst", "name", "parked",
        "quiet", "ready", "step", "thread", "unwinding", "where", "worker",
    )  # fmt: skip

    def __init__(self, index: int, name: str, daemon: bool, job: Callable[[], object]) -> None:
        self.index, self.name, self.daemon, self.job = index, name, daemon, job
        self.step = Step(index, BEGINS, NOTHING, False, False, daemon)
        self.ready: Ready | None = None  # None: the step need not wait
        self.deadline: float | None = None  # when the step may be taken although it is not ready
        self.done = self.unwinding = self.parked = False
        self.quiet = self.insisted = 0
        self.where = ""
        self.local: dict[int, tuple[object, dict[str, object]]] = {}
        self.midst: list[Callable[[], Any]] = []  # what each unfinished access goes on to touch
        self.thread: object = None
        self.worker: Worker = hire()

    def can_go(self, now: float) -> bool:
        """Whether the announced step can be taken."""
        if self.ready is None or self.ready():
            return True
        return self.deadline is not None and self.deadline <= now

    def must_end(self) -> bool:
        """Unwind again a lane that swallowed the unwinding; True if it has to be parked for good.

        A step within `finally` or `__exit__`, while the unwinding passes through, is let alone.
        """
        if _handles_unwind(sys.exception()):
            return False
        self.insisted += 1
        self.parked = self.insisted > 1
        if not self.parked:
            raise Unwind
        return True


def _handles_unwind(error: BaseException | None) -> bool:
    while error is not None:
        if isinstance(error, Unwind):
            return True
        error = error.__context__
    return False


def sleep_for_ever() -> NoReturn:
    """Where a thread is left that cannot be ended."""
    grave = allocate_lock()
    while True:
        grave.acquire()
