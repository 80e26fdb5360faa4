"""Waiting for something to become true: `Condition`, `Event`, the semaphores, `Barrier`."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from types import TracebackType

from labs.kit.schedule.baton import moment, name_of, operate, unseen, unwinding
from labs.kit.schedule.locks import Lock, RLock
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


class Event:
    """A `threading.Event`."""

    def __init__(self) -> None:
        self._flag = False

    def is_set(self) -> bool:
        operate("is_set", (name_of(self), ""), writes=False)
        return self._flag

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


class Semaphore:
    """A `threading.Semaphore`: so many may hold it at once."""

    def __init__(self, value: int = 1) -> None:
        if value < 0:
            raise ValueError("semaphore initial value must be >= 0")
        self._value = value

    def _free(self) -> bool:
        return self._value > 0

    def acquire(self, blocking: bool = True, timeout: float | None = None) -> bool:
        """Take one; False if none was to be had within the timeout (seconds)."""
        if not blocking and timeout is not None:
            raise ValueError("can't specify timeout for non-blocking acquire")
        limit = timeout if blocking else 0
        if not operate("acquire", (name_of(self), ""), ready=self._free, timeout=limit):
            return False
        self._value -= 1
        return True

    __enter__ = acquire

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        tb: TracebackType | None,
    ) -> None:
        self.release()

    def release(self, n: int = 1) -> None:
        """Give `n` back."""
        if n < 1:
            raise ValueError("n must be one or more")
        if not unwinding():
            operate("release", (name_of(self), ""))
        self._value += n


class BoundedSemaphore(Semaphore):
    """A `threading.BoundedSemaphore`: nobody gives back more than was taken."""

    def __init__(self, value: int = 1) -> None:
        super().__init__(value)
        self._initial_value = value

    def release(self, n: int = 1) -> None:
        """Give `n` back; ValueError if that is more than was taken."""
        if n < 1:
            raise ValueError("n must be one or more")
        if not unwinding():
            operate("release", (name_of(self), ""))
            if self._value + n > self._initial_value:
                raise ValueError("Semaphore released too many times")
        self._value += n


class Barrier:
    """A `threading.Barrier`: nobody passes before so many have come."""

    def __init__(
        self, parties: int, action: Callable[[], object] | None = None, timeout: float | None = None
    ) -> None:
        threading.Barrier(parties)  # raises what it raises
        self._parties, self._action, self._timeout = parties, action, timeout
        self._count = 0
        self._state = "filling"  # then draining, until all have left; or resetting, or broken
        self._acting = False  # the last one to come runs the action and holds all others up

    def _open(self) -> bool:
        return self._state in ("filling", "broken") and not self._acting

    def _settled(self) -> bool:
        return self._state != "filling" and not self._acting

    def wait(self, timeout: float | None = None) -> int:
        """Come, and pass with all others; `threading.BrokenBarrierError` if that cannot be."""
        limit = self._timeout if timeout is None else timeout
        operate("arrive", (name_of(self), ""), ready=self._open)
        if self._state == "broken":
            raise threading.BrokenBarrierError
        index = self._count
        self._count += 1
        if self._count == self._parties:
            self._release()
        elif not operate("pass", (name_of(self), ""), ready=self._settled, timeout=limit):
            self._state = "broken"
        failed = self._state in ("broken", "resetting")
        self._count -= 1
        if self._count == 0 and self._state in ("draining", "resetting"):
            self._state = "filling"
        if failed:
            raise threading.BrokenBarrierError
        return index

    def _release(self) -> None:
        try:
            if self._action is not None:
                self._acting = True
                self._action()
                self._acting = False
                operate("pass", (name_of(self), ""))
            self._state = "draining"
        except BaseException:
            self._acting = False
            self._state = "broken"
            self._count -= 1
            raise

    def reset(self) -> None:
        """Back to the start; whoever waits gets `threading.BrokenBarrierError`."""
        operate("reset", (name_of(self), ""), ready=lambda: not self._acting)
        if self._count == 0:
            self._state = "filling"
        elif self._state in ("filling", "broken"):
            self._state = "resetting"

    def abort(self) -> None:
        """Break the barrier for all who wait and all who come."""
        operate("abort", (name_of(self), ""), ready=lambda: not self._acting)
        self._state = "broken"

    @property
    def parties(self) -> int:
        return self._parties

    @property
    def n_waiting(self) -> int:
        operate("n_waiting", (name_of(self), ""), writes=False)
        return self._count if self._state == "filling" else 0

    @property
    def broken(self) -> bool:
        operate("broken", (name_of(self), ""), writes=False)
        return self._state == "broken"
