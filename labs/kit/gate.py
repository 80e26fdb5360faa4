"""A gate holds a thread at a named point until the test says go: a barrier made of two queues.

A sleep only makes an order likely. Two queues make it certain: one says *I am here*, the other says *go on*.
"""

from queue import Queue
from types import TracebackType


class Gate:
    """Threads stop in `wait`; whoever holds the gate learns of each arrival and opens it once, for good.

    Used as a context manager it opens on the way out, so a body that fails never leaves a thread waiting.
    """

    def __init__(self) -> None:
        self._arrived: Queue[None] = Queue()
        self._released: Queue[None] = Queue()

    def wait(self) -> None:
        """Say that this thread has arrived, then wait until the gate is open."""
        self._arrived.put(None)
        self._released.get()
        self._released.put(None)

    def await_arrival(self) -> None:
        """Wait until one more thread has arrived."""
        self._arrived.get()

    def arrivals(self) -> int:
        """How many threads have arrived and were not yet awaited."""
        return self._arrived.qsize()

    def open(self) -> None:
        """Let every thread through, those that wait and those still to come. Opening twice is harmless."""
        self._released.put(None)

    def __enter__(self) -> "Gate":
        """The gate, closed."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Open the gate, whatever happened in the body."""
        self.open()
