"""Locks and queues that tell a test what a thread does with them, so that no test has to sleep and hope."""

import threading
from queue import Queue
from types import TracebackType
from typing import Any


class TellingLock:
    """A lock that counts how often it was taken, and says so when a thread has to wait for it."""

    def __init__(self, waits: "Queue[str] | None" = None) -> None:
        self.taken = 0
        self._waits = waits
        self._lock = threading.Lock()

    def locked(self) -> bool:
        """True while a thread holds it."""
        return self._lock.locked()

    def __enter__(self) -> "TellingLock":
        """Take the lock; if another thread holds it, say so first."""
        if not self._lock.acquire(blocking=False):
            if self._waits is not None:
                self._waits.put("waits for the lock")
            self._lock.acquire()
        self.taken += 1
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Let go of the lock."""
        self._lock.release()


class TellingQueue(Queue[Any]):
    """A queue that writes down whether a lock was held at each put, and says when a thread comes to get."""

    def __init__(self, lock: TellingLock) -> None:
        super().__init__()
        self.getters: Queue[None] = Queue()
        self.held_at_put: list[bool] = []
        self._telling = lock

    def put(self, item: Any, block: bool = True, timeout: float | None = None) -> None:
        """Put, and write down whether the lock was held."""
        self.held_at_put.append(self._telling.locked())
        super().put(item, block, timeout)

    def get(self, block: bool = True, timeout: float | None = None) -> Any:
        """Say that a thread has come, then get."""
        self.getters.put(None)
        return super().get(block, timeout)
