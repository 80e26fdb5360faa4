"""`Thread`, `Timer` and what the module `threading` says about threads."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterable, Mapping
from types import ModuleType
from typing import Any

from labs.kit.schedule.baton import current_lane, live, name_of, operate
from labs.kit.schedule.conditions import Event
from labs.kit.schedule.lanes import Lane
from labs.kit.schedule.locals import local
from labs.kit.schedule.steps import LIFE, Target

__all__ = [
    "THREADING", "MainThread", "Thread", "Timer", "active_count", "current_thread",
    "enumerate_threads", "excepthook", "get_ident", "local", "main_thread",
]  # fmt: skip

THREADING = ModuleType("threading")  # what code under test imports; `modelled` fills it


class Thread:
    """A `threading.Thread`, by target or by subclass; inside a run it is one of its lanes."""

    _initialized = False
    _lane: Lane | None = None

    def __init__(
        self,
        group: None = None,
        target: Callable[..., object] | None = None,
        name: str | None = None,
        args: Iterable[Any] = (),
        kwargs: Mapping[str, Any] | None = None,
        *,
        daemon: bool | None = None,
    ) -> None:
        if group is not None:
            raise AssertionError("group argument must be None for now")
        self._target, self._args, self._kwargs = target, args, kwargs or {}
        self._title = str(name) if name else ""
        self._name = self._title or _number_thread(target)
        self._daemon = current_thread().daemon if daemon is None else daemon
        self._initialized = True

    def run(self) -> None:
        """Call the target; a subclass may do something else."""
        try:
            if self._target is not None:
                self._target(*self._args, **self._kwargs)
        finally:
            del self._target, self._args, self._kwargs

    def start(self) -> None:
        """Let the thread run; RuntimeError the second time."""
        self._check("thread")
        if self._lane is not None:
            raise RuntimeError("threads can only be started once")
        run = live()
        if run is None:
            raise RuntimeError("a thread can only start inside an exploration")
        name = run.names.of(self, self._title)
        operate("start", (name, LIFE))
        self._lane = run.spawn(name, self._daemon, self._bootstrap)
        self._lane.thread = self

    def _bootstrap(self) -> None:
        try:
            self.run()
        except Exception:
            if THREADING.excepthook is excepthook:
                raise
            THREADING.excepthook(threading.ExceptHookArgs((*sys.exc_info(), self)))

    def join(self, timeout: float | None = None) -> None:
        """Wait until the thread has ended, at most `timeout` seconds."""
        self._check()
        if self._lane is None:
            raise RuntimeError("cannot join thread before it is started")
        if self._lane is current_lane():
            raise RuntimeError("cannot join current thread")
        operate("join", self._life(), writes=False, ready=self._ended, timeout=timeout)

    def is_alive(self) -> bool:
        self._check()
        if self._lane is None:
            return False
        operate("is_alive", self._life(), writes=False)
        return not self._ended()

    def _life(self) -> Target:
        return name_of(self), LIFE

    def _ended(self) -> bool:
        return self._lane is not None and self._lane.done

    def _check(self, called: str = "Thread") -> None:
        if not self._initialized:
            raise RuntimeError(f"{called}.__init__() not called")

    @property
    def name(self) -> str:
        return self._name

    @name.setter
    def name(self, name: str) -> None:
        self._name = str(name)

    @property
    def ident(self) -> int | None:
        return None if self._lane is None else self._lane.index + 1

    native_id = ident

    @property
    def daemon(self) -> bool:
        return self._daemon

    @daemon.setter
    def daemon(self, daemon: bool) -> None:
        self._check()
        if self._lane is not None:
            raise RuntimeError("cannot set daemon status of active thread")
        self._daemon = daemon

    def getName(self) -> str:  # noqa: N802 - the real one's name
        return self.name

    def setName(self, name: str) -> None:  # noqa: N802 - the real one's name
        self.name = name

    def isDaemon(self) -> bool:  # noqa: N802 - the real one's name
        return self.daemon

    def setDaemon(self, daemon: bool) -> None:  # noqa: N802 - the real one's name
        self.daemon = daemon


class MainThread(Thread):
    """The lane of the body, and whoever runs outside an exploration."""

    def __init__(self, lane: Lane | None) -> None:
        super().__init__(name="MainThread", daemon=False)
        self._lane = lane

    def is_alive(self) -> bool:
        return self._lane is None or super().is_alive()

    @property
    def ident(self) -> int:
        return 1


_OUTSIDE = MainThread(None)


class Timer(Thread):
    """A `threading.Timer`: calls a function after so many seconds, unless cancelled before."""

    def __init__(
        self,
        interval: float,
        function: Callable[..., object],
        args: Iterable[Any] | None = None,
        kwargs: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__()
        self.interval, self.function = interval, function
        self.args, self.kwargs = args if args is not None else [], kwargs or {}
        self.finished = Event()

    def cancel(self) -> None:
        self.finished.set()

    def run(self) -> None:
        self.finished.wait(self.interval)
        if not self.finished.is_set():
            self.function(*self.args, **self.kwargs)
        self.finished.set()


def current_thread() -> Thread:
    """The thread object of the caller."""
    lane = current_lane()
    if lane is None:
        return _OUTSIDE
    if lane.thread is None:
        lane.thread = MainThread(lane)
    assert isinstance(lane.thread, Thread)
    return lane.thread


def main_thread() -> Thread:
    """The thread object of the body."""
    run = live()
    if run is None:
        return _OUTSIDE
    first = run.lanes[0]
    if first.thread is None:
        first.thread = MainThread(first)
    assert isinstance(first.thread, Thread)
    return first.thread


def enumerate_threads() -> list[Thread]:
    """All threads that are alive, each asked by a step of its own."""
    run = live()
    if run is None:
        return [_OUTSIDE]
    threads = [main_thread(), *(lane.thread for lane in run.lanes[1:])]
    return [thread for thread in threads if isinstance(thread, Thread) and thread.is_alive()]


def active_count() -> int:
    return len(enumerate_threads())


def get_ident() -> int:
    """A number of the calling thread, the same in every run."""
    lane = current_lane()
    return 1 if lane is None else lane.index + 1


def excepthook(args: threading.ExceptHookArgs) -> None:
    """What happens to an uncaught exception of a thread unless code under test replaces this."""
    assert args.exc_value is not None
    raise args.exc_value


def _number_thread(target: Callable[..., object] | None) -> str:
    operate("count", ("thread names", ""))
    run = live()
    number = 1
    if run is not None:
        run.threads_named += 1
        number = run.threads_named
    called = getattr(target, "__name__", "")
    return f"Thread-{number} ({called})" if called else f"Thread-{number}"
