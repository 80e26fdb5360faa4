"""Waiting for something to become true: `Condition` and `Event`."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from types import TracebackType

from labs.kit.schedule.baton import moment, name_of, operate, unseen, unwinding
from labs.kit.schedule.locks import Lock, RLock, refuse_to_pickle
from labs.kit.schedule.steps import LOCK


class _Waiter:
    """One call of `Condition.wait`, until it is notified."""

    __slots__ = ("notified",)

    def __init__(self) -> None:
        self.notified = False

    def is_notified(self) -> bool:
        return self.notified


class Condition:
    """A `threading.Condition` on a `Lock` or `RLock`; it never wakes a waiter without a notify."""

    __reduce__ = refuse_to_pickle

    def __init__(self, lock: Lock | RLock | None = None) -> None:
        if lock is not None and not isinstance(lock, (Lock, RLock)):
            unseen(f"a Condition over {type(lock).__name__}")
        self._lock = lock if lock is not None else RLock()
        self._waiters: deque[_Waiter] = deque()
        self.acquire = self._lock.acquire
        self.release = self._lock.release

    def __enter__(self) -> bool:
        return self._lock.acquire()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        tb: TracebackType | None,
    ) -> None:
        self._lock.release()

    def wait(self, timeout: float | None = None) -> bool:
        """Free the lock and wait for a notify, then hold the lock again; False after the timeout."""
        if not self._lock.is_mine():
            raise RuntimeError("cannot wait on un-acquired lock")
        lock, waiter = self._lock, _Waiter()
        operate("wait", (name_of(lock), LOCK))
        self._waiters.append(waiter)
        depth = lock.hand_over()
        notified = True
        if timeout is None:
            operate(
                "wake", (name_of(lock), LOCK), ready=lambda: waiter.notified and lock.owner is None
            )
        else:
            notified = self._wait_at_most(max(timeout, 0), waiter)
            operate("acquire", (name_of(lock), LOCK), ready=lambda: lock.owner is None)
        lock.come_back(depth)
        return notified

    def _wait_at_most(self, timeout: float, waiter: _Waiter) -> bool:
        # Timing out and leaving the line of waiters are two steps, as in CPython: a notify between
        # them is spent on a waiter that has already given up.
        target = name_of(self), ""
        if operate("wake", target, writes=False, ready=waiter.is_notified, timeout=timeout):
            return True
        operate("give up", target)
        if waiter in self._waiters:
            self._waiters.remove(waiter)
        return False

    def wait_for(self, predicate: Callable[[], bool], timeout: float | None = None) -> bool:
        """Wait until the predicate holds; its last answer, after at most `timeout` seconds."""
        result = predicate()
        deadline = None if timeout is None or result else moment() + timeout
        left = timeout
        while not result:
            if not self.wait(left):
                return predicate()
            result = predicate()
            if deadline is not None and not result:
                left = deadline - moment()
                if left <= 0:
                    break
        return result

    def notify(self, n: int = 1) -> None:
        """Wake at most `n` waiters; RuntimeError unless the caller holds the lock."""
        if unwinding():
            return
        if not self._lock.is_mine():
            raise RuntimeError("cannot notify on un-acquired lock")
        operate("notify", (name_of(self), ""))
        while self._waiters and n > 0:
            self._waiters.popleft().notified = True
            n -= 1

    def notify_all(self) -> None:
        self.notify(len(self._waiters))

    notifyAll = notify_all  # noqa: N815 - the real one's old name


class Event:
    """A `threading.Event`."""

    __reduce__ = refuse_to_pickle

    def __init__(self) -> None:
        self._flag = False

    def is_set(self) -> bool:
        operate("is_set", (name_of(self), ""), writes=False)
        return self._flag

    isSet = is_set  # noqa: N815 - the real one's old name

    def set(self) -> None:
        if not unwinding():
            operate("set", (name_of(self), ""))
        self._flag = True

    def clear(self) -> None:
        if not unwinding():
            operate("clear", (name_of(self), ""))
        self._flag = False

    def wait(self, timeout: float | None = None) -> bool:
        """Wait until the event is set; whether it was, after at most `timeout` seconds."""
        return operate(
            "wait", (name_of(self), ""), writes=False, ready=lambda: self._flag, timeout=timeout
        )
