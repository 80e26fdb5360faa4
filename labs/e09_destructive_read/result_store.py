"""Where a producer leaves its result: a consumer may look at it, or take it away in the same step.

Taking it away gives one consumer one result and leaves no key behind. It also makes the reader's next step the last one
that will ever see those bytes.
"""

import threading
from collections import deque
from collections.abc import Callable, Iterable
from enum import Enum


class Fault(Enum):
    """What goes wrong with one command on its way to the store and back."""

    NONE = "none"
    REFUSED = "refused before anything was sent"
    REPLY_LOST = "carried out, and the reply lost"
    REQUEST_LOST = "lost on the way there, which looks just like a lost reply"


class StoreUnavailable(Exception):
    """The store cannot be reached or is loading; nothing was sent, so nothing was read."""


class ReplyLost(Exception):
    """The command was sent and no reply came: it may have been carried out."""


class ResultStore:
    """Holds results by key under one lock. `faults` meet the consumer's commands one by one; later ones meet none."""

    def __init__(self, faults: Iterable[Fault] = ()) -> None:
        self._lock = threading.Lock()
        self._values: dict[str, bytes] = {}
        self._faults = deque(faults)

    def put(self, key: str, raw: bytes) -> None:
        """Write a result, as the producer does; no fault meets this. Raises TypeError unless `raw` is bytes."""
        if type(raw) is not bytes:
            raise TypeError(f"put: got {raw!r}, takes exactly bytes")
        with self._lock:
            self._values[key] = raw

    def get(self, key: str) -> bytes | None:
        """Read and leave in place; None if the key is absent.

        Raises:
            StoreUnavailable: nothing was sent.
            ReplyLost: it may have been carried out.
        """
        return self._answer(lambda: self._values.get(key))

    def getdel(self, key: str) -> bytes | None:
        """Read and delete as one atomic step; None if the key is absent. Raises as `get` does."""
        return self._answer(lambda: self._values.pop(key, None))

    def delete(self, key: str) -> None:
        """Delete, if it is there. Raises as `get` does."""
        self._answer(lambda: self._values.pop(key, None))

    def holds(self, key: str) -> bool:
        """Whether a result is there; no fault meets this."""
        with self._lock:
            return key in self._values

    def _answer(self, command: Callable[[], bytes | None]) -> bytes | None:
        with self._lock:
            fault = self._faults.popleft() if self._faults else Fault.NONE
            if fault is Fault.REFUSED:
                raise StoreUnavailable("the store refused the connection")
            if fault is Fault.REQUEST_LOST:
                raise ReplyLost("no reply came")
            reply = command()
            if fault is Fault.REPLY_LOST:
                raise ReplyLost("no reply came")
            return reply
