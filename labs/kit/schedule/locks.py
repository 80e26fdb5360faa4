"""`Lock` and `RLock`: one object, whose acquire and release are one step each."""

from __future__ import annotations

from _thread import allocate_lock
from types import TracebackType
from typing import NoReturn

from labs.kit.schedule.baton import correct, current_lane, name_of, operate, unwinding
from labs.kit.schedule.lanes import Lane
from labs.kit.schedule.steps import LOCK

_OUTSIDE = object()  # holds what is acquired while no run is live


def _caller() -> Lane | object:
    return current_lane() or _OUTSIDE


def limit_of(blocking: bool, timeout: float) -> float | None:
    """Seconds to wait, None for ever; what the arguments may be, a real lock says."""
    if blocking and timeout == -1:
        return None
    allocate_lock().acquire(blocking, timeout)
    return timeout if blocking else 0


def refuse_to_pickle(thing: object) -> NoReturn:
    """As the real ones: what threads share cannot be copied or pickled."""
    raise TypeError(f"cannot pickle {type(thing).__name__!r} object")


class Lock:
    """A `threading.Lock`: any thread may release it, and a second acquire waits."""

    __reduce__ = refuse_to_pickle

    def __init__(self) -> None:
        self.owner: Lane | object | None = None

    def _free(self) -> bool:
        return self.owner is None

    def acquire(self, blocking: bool = True, timeout: float = -1) -> bool:
        """Take the lock; False if it was not to be had within the timeout (seconds)."""
        limit = limit_of(blocking, timeout)
        if not operate("acquire", (name_of(self), LOCK), ready=self._free, timeout=limit):
            return False
        self.owner = _caller()
        return True

    def release(self) -> None:
        """Give the lock back; RuntimeError if nobody holds it."""
        if not unwinding():
            operate("release", (name_of(self), LOCK))
            if self.owner is None:
                correct("release?")
                raise RuntimeError("release unlocked lock")
        self.owner = None

    def locked(self) -> bool:
        operate("locked", (name_of(self), LOCK), writes=False)
        return self.owner is not None

    def is_mine(self) -> bool:
        """Whether the calling thread holds it (for `Condition`)."""
        return self.owner is _caller()

    def hand_over(self) -> int:
        """Free the lock within a step of `Condition.wait`; answers the depth to come back to."""
        self.owner = None
        return 1

    def come_back(self, depth: int) -> None:  # noqa: ARG002 - a plain lock has one depth
        """Hold the lock again, within the step that woke the waiter."""
        self.owner = _caller()

    __enter__ = acquire

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        tb: TracebackType | None,
    ) -> None:
        self.release()


class RLock:
    """A `threading.RLock`: its holder may acquire it again, and releases it as often."""

    __reduce__ = refuse_to_pickle

    def __init__(self) -> None:
        self.owner: Lane | object | None = None
        self.depth = 0

    def _free(self) -> bool:
        return self.owner is None

    def acquire(self, blocking: bool = True, timeout: float = -1) -> bool:
        """Take the lock, once more if it is held by the caller; False after the timeout (seconds)."""
        limit = limit_of(blocking, timeout)
        if self.is_mine():
            self.depth += 1
            return True
        if not operate("acquire", (name_of(self), LOCK), ready=self._free, timeout=limit):
            return False
        self.owner, self.depth = _caller(), 1
        return True

    def release(self) -> None:
        """Undo one acquire; RuntimeError if the caller does not hold the lock."""
        if unwinding():
            self.owner, self.depth = None, 0
            return
        if not self.is_mine():
            raise RuntimeError("cannot release un-acquired lock")
        if self.depth > 1:
            self.depth -= 1
            return
        operate("release", (name_of(self), LOCK))
        self.owner, self.depth = None, 0

    def is_mine(self) -> bool:
        """Whether the calling thread holds it (for `Condition`)."""
        return self.owner is _caller()

    def hand_over(self) -> int:
        """Free the lock within a step of `Condition.wait`; answers the depth to come back to."""
        depth, self.owner, self.depth = self.depth, None, 0
        return depth

    def come_back(self, depth: int) -> None:
        """Hold the lock as deep as before, within the step that woke the waiter."""
        self.owner, self.depth = _caller(), depth

    __enter__ = acquire

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        tb: TracebackType | None,
    ) -> None:
        self.release()
