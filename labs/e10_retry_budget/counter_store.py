"""Where failures are counted: numbers under keys, each of which may have a time at which it is gone.

Counting and giving a time to live are two commands, or one. Between two commands whoever sends them may die.
"""

import math
import threading
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Final

NEVER: Final = math.inf


@dataclass
class Counter:
    """One number, and the second at which it is gone; a new one has no such second."""

    value: int = 0
    expires_at_s: float = NEVER


class CounterStore:
    """Counts under one lock; a counter is gone as soon as `expires_at_s <= now`.

    `after_command` is called when a command has been carried out, before its caller learns of it: a crash fits there.
    """

    def __init__(
        self, now: Callable[[], float], after_command: Callable[[], None] = lambda: None
    ) -> None:
        self._now = now
        self._after_command = after_command
        self._lock = threading.Lock()
        self._counters: dict[Hashable, Counter] = {}

    def incr(self, key: Hashable) -> int:
        """Count one more and answer the count. A new counter lives for ever, until somebody calls `expire`."""
        with self._lock:
            counter = self._living(key)
            counter.value += 1
            count = counter.value
        self._after_command()
        return count

    def expire(self, key: Hashable, ttl_s: float) -> None:
        """Let the counter be gone in so many seconds; without a counter nothing happens."""
        with self._lock:
            if key in self._counters:
                self._living(key).expires_at_s = self._now() + ttl_s
        self._after_command()

    def incr_with_ttl(self, key: Hashable, ttl_s: float, refresh: bool = False) -> int:
        """Count one more and see to its time to live, as one step; answer the count.

        A counter that has a time keeps it, unless `refresh` is set. One that has none, a new one or one that was left
        behind without, gets it now.
        """
        with self._lock:
            counter = self._living(key)
            counter.value += 1
            count = counter.value
            if refresh or counter.expires_at_s == NEVER:
                counter.expires_at_s = self._now() + ttl_s
        self._after_command()
        return count

    def _living(self, key: Hashable) -> Counter:
        counter = self._counters.get(key)
        if counter is None or counter.expires_at_s <= self._now():
            counter = self._counters[key] = Counter()
        return counter
