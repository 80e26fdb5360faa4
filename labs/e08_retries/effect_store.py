"""What the outside world remembers: each key is applied once, however often the job comes back."""

import threading
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum


class Outcome(Enum):
    """What the store answered: it wrote now, or it had written before."""

    APPLIED = "applied"
    DUPLICATE = "duplicate"


@dataclass(frozen=True)
class Snapshot:
    """The world at one moment: the sum, the number of writes, the keys written, and the writes of each."""

    total: int
    writes: int
    seen: frozenset[str]
    writes_by_key: dict[str, int]


class KeyConflict(Exception):
    """One key was offered for two operations; the recorded one stands and nothing changed."""

    def __init__(self, key: str, recorded: int, offered: int) -> None:
        super().__init__(
            f"key {key!r} is recorded with amount {recorded}, and was offered with {offered}"
        )
        self.key = key
        self.recorded = recorded
        self.offered = offered


class World:
    """Counts every change, wanted or not. It has no lock of its own: the store that holds it has."""

    def __init__(self) -> None:
        self._total = 0
        self._writes: Counter[str] = Counter()

    def add(self, key: str, amount: int) -> None:
        """Change the world."""
        self._total += amount
        self._writes[key] += 1

    def snapshot(self) -> Snapshot:
        """Everything that has changed so far."""
        return Snapshot(
            self._total, self._writes.total(), frozenset(self._writes), dict(self._writes)
        )


class EffectStore:
    """Applies the amount of each key once.

    One lock holds check, write and record together: no thread can look between another's check and its record. That
    lock is the guarantee; an interpreter lock that happens to exist is none, for it lets go between any two steps.
    """

    def __init__(self, write: Callable[[str, int], None] | None = None) -> None:
        """`write(key, amount)`, if given, is the risky part of the effect: if it raises, nothing is recorded."""
        self._write = write
        self._lock = threading.Lock()
        self._amounts: dict[str, int] = {}
        self._world = World()

    def apply_once(self, key: str, amount: int) -> Outcome:
        """Apply the amount, unless this key was applied before.

        Raises:
            KeyConflict: the key is recorded with another amount; nothing changes.
            Exception: whatever `write` raised; nothing is recorded, so a retry applies.
        """
        with self._lock:
            if key in self._amounts:
                if self._amounts[key] != amount:
                    raise KeyConflict(key, self._amounts[key], amount)
                return Outcome.DUPLICATE
            if self._write is not None:
                self._write(key, amount)
            self._world.add(key, amount)
            self._amounts[key] = amount
            return Outcome.APPLIED

    def snapshot(self) -> Snapshot:
        """The whole state, taken under the lock, so that its parts belong together."""
        with self._lock:
            return self._world.snapshot()
