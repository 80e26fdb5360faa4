"""`Semaphore` and `BoundedSemaphore`: so many may be inside at once."""

from __future__ import annotations

from types import TracebackType

from labs.kit.schedule.baton import name_of, operate, unwinding
from labs.kit.schedule.locks import refuse_to_pickle


class Semaphore:
    """A `threading.Semaphore`: so many may hold it at once."""

    __reduce__ = refuse_to_pickle

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
