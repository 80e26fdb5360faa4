"""The queues: one object each, whose put and get are one step each.

The standard library's own code over modelled locks would need hundreds of runs where this needs
six; what a caller can see is the same.
"""

from __future__ import annotations

import queue
import sys
from collections import deque
from heapq import heappop, heappush
from types import GenericAlias
from typing import Any

from labs.kit.schedule.baton import live, name_of, operate, quiet, unseen, unwinding
from labs.kit.schedule.locks import refuse_to_pickle
from labs.kit.schedule.steps import FIFO, Target


class Queue:
    """A `queue.Queue`: first in, first out, with room for `maxsize` items if that is above 0."""

    queue: Any
    __class_getitem__: Any = classmethod(GenericAlias)
    __reduce__ = refuse_to_pickle

    def __init__(self, maxsize: int = 0) -> None:
        self.maxsize = maxsize
        self.unfinished_tasks = 0
        self.is_shutdown = False
        self._part = FIFO if type(self) is Queue else ""
        self._puts: deque[int] = deque()  # for each item inside, the step that put it
        self._gets: deque[int] = deque(
            [-1] * maxsize
        )  # for each free place, the step that freed it
        self._init(maxsize)

    def __getattr__(self, name: str) -> Any:
        if name in ("mutex", "not_empty", "not_full", "all_tasks_done"):
            unseen(f"queue.{type(self).__name__}.{name}")
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    # What a subclass may replace, as with the real one; it runs as part of a step.
    def _init(self, maxsize: int) -> None:  # noqa: ARG002 - the real one's signature
        self.queue = deque()

    def _qsize(self) -> int:
        return len(self.queue)

    def _put(self, item: Any) -> None:
        self.queue.append(item)

    def _get(self) -> Any:
        return self.queue.popleft()

    def _target(self) -> Target:
        return name_of(self), self._part

    def _size(self) -> int:
        if type(self) in (Queue, LifoQueue, PriorityQueue):
            return len(self.queue)
        with quiet():
            return self._qsize()

    def _has_room(self) -> bool:
        return self.maxsize <= 0 or self._size() < self.maxsize or self.is_shutdown

    def _has_item(self) -> bool:
        return self._size() > 0 or self.is_shutdown

    def _done(self) -> bool:
        return self.unfinished_tasks == 0

    def put(self, item: Any, block: bool = True, timeout: float | None = None) -> None:
        """Add an item, waiting for room; `queue.Full` after the timeout (seconds)."""
        limit = _limit(block, timeout) if self.maxsize > 0 else None
        in_time = operate("put", self._target(), ready=self._has_room, timeout=limit)
        if self.is_shutdown:
            _raise_shut_down()
        if limit is not None:
            _check(block, timeout)
        if not in_time:
            raise queue.Full
        with quiet():
            self._put(item)
        self.unfinished_tasks += 1
        _follow(self._gets, self._puts, self.maxsize > 0)

    def get(self, block: bool = True, timeout: float | None = None) -> Any:
        """Take the next item, waiting for one; `queue.Empty` after the timeout (seconds)."""
        limit = _limit(block, timeout)
        in_time = operate("get", self._target(), ready=self._has_item, timeout=limit)
        if self.is_shutdown and not self._size():
            _raise_shut_down()
        _check(block, timeout)
        if not in_time:
            raise queue.Empty
        with quiet():
            item = self._get()
        _follow(self._puts, self._gets, True)
        return item

    def put_nowait(self, item: Any) -> None:
        self.put(item, block=False)

    def get_nowait(self) -> Any:
        return self.get(block=False)

    def task_done(self) -> None:
        """Count one item as worked on; ValueError if there were more of these than items."""
        if unwinding():
            return
        operate("task_done", self._target())
        if self.unfinished_tasks <= 0:
            raise ValueError("task_done() called too many times")
        self.unfinished_tasks -= 1

    def join(self) -> None:
        """Wait until every item that was put is worked on."""
        operate("join", self._target(), writes=False, ready=self._done)

    def qsize(self) -> int:
        operate("qsize", self._target(), writes=False)
        return self._size()

    def empty(self) -> bool:
        operate("empty", self._target(), writes=False)
        return not self._size()

    def full(self) -> bool:
        operate("full", self._target(), writes=False)
        return 0 < self.maxsize <= self._size()

    if sys.version_info >= (3, 13):

        def shutdown(self, immediate: bool = False) -> None:
            """Refuse every later put, and every get once it is empty (at once, if `immediate`)."""
            operate("shutdown", self._target())
            self.is_shutdown = True
            if immediate:
                while self._size():
                    with quiet():
                        self._get()
                    self.unfinished_tasks -= self.unfinished_tasks > 0


class LifoQueue(Queue):
    """A `queue.LifoQueue`: last in, first out."""

    def _init(self, maxsize: int) -> None:  # noqa: ARG002 - the real one's signature
        self.queue = []

    def _get(self) -> Any:
        return self.queue.pop()


class PriorityQueue(Queue):
    """A `queue.PriorityQueue`: the least first."""

    def _init(self, maxsize: int) -> None:  # noqa: ARG002 - the real one's signature
        self.queue = []

    def _put(self, item: Any) -> None:
        heappush(self.queue, item)

    def _get(self) -> Any:
        return heappop(self.queue)


class SimpleQueue:
    """A `queue.SimpleQueue`: first in, first out, without bounds and without counting work."""

    __class_getitem__: Any = classmethod(GenericAlias)
    __reduce__ = refuse_to_pickle

    def __init__(self) -> None:
        self._items: deque[Any] = deque()
        self._puts: deque[int] = deque()
        self._gets: deque[int] = deque()

    def _target(self) -> Target:
        return name_of(self), FIFO

    def _has_item(self) -> bool:
        return bool(self._items)

    def put(self, item: Any, block: bool = True, timeout: float | None = None) -> None:  # noqa: ARG002 - as the real one, which never waits either
        operate("put", self._target())
        self._items.append(item)
        _follow(self._gets, self._puts, False)

    def get(self, block: bool = True, timeout: float | None = None) -> Any:
        """Take the next item, waiting for one; `queue.Empty` after the timeout (seconds)."""
        _check(block, timeout)
        if not operate("get", self._target(), ready=self._has_item, timeout=_limit(block, timeout)):
            raise queue.Empty
        item = self._items.popleft()
        _follow(self._puts, self._gets, True)
        return item

    def put_nowait(self, item: Any) -> None:
        self.put(item)

    def get_nowait(self) -> Any:
        return self.get(block=False)

    def qsize(self) -> int:
        operate("qsize", self._target(), writes=False)
        return len(self._items)

    def empty(self) -> bool:
        operate("empty", self._target(), writes=False)
        return not self._items


def _limit(block: bool, timeout: float | None) -> float | None:
    return timeout if block else 0


def _check(block: bool, timeout: float | None) -> None:
    if block and timeout is not None and timeout < 0:
        raise ValueError("'timeout' must be a non-negative number")


def _follow(earlier: deque[int], own: deque[int], bound: bool) -> None:
    """Record which step made this one possible: the put of its item, or the get that made room."""
    run = live()
    step = len(run.trace) - 1 if run is not None else -1
    if bound and earlier:
        cause = earlier.popleft()
        if run is not None and cause >= 0:
            run.after[step] = cause
    own.append(step)


def _raise_shut_down() -> None:
    raise queue.ShutDown  # type: ignore[attr-defined]  # only 3.13 can be shut down
