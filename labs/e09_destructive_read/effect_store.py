"""What the outside world remembers, as in E08: the content of each key is written once."""

import threading
from collections.abc import Callable

from labs.e09_destructive_read.outcomes import Result


class EffectStore:
    """Writes the result of each job once; one lock holds check, write and record together."""

    def __init__(self, write: Callable[[], None] | None = None) -> None:
        """`write`, if given, is the risky part: if it raises, nothing is recorded."""
        self._lock = threading.Lock()
        self._write = write
        self._contents: dict[str, Result] = {}
        self._writes = 0

    def apply_once(self, key: str, result: Result) -> bool:
        """Write the result under the key; False if that was done before."""
        with self._lock:
            if key in self._contents:
                return False
            if self._write is not None:
                self._write()
            self._contents[key] = result
            self._writes += 1
            return True

    def writes(self) -> int:
        """How often the world was changed."""
        with self._lock:
            return self._writes
