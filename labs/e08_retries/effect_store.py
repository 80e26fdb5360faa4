"""What the outside world remembers: each key is applied once, however often the job comes back."""

import threading
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum


class Outcome(Enum):
    """What the store answered: it wrote now, or it had written before."""

    APPLIED = "applied"
    DUPLICATE = "duplicate"


@dataclass(frozen=True)
class Snapshot:
    """The store at one moment: the sum, the number of writes, the keys it knows, and the writes of each."""

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


class EffectStore:
    """Applies the amount of each key once.

    One lock holds check, write and record together: no thread can look between the check and the record of another.
    That lock is the guarantee. An interpreter lock that happens to exist is not: it lets go between any two steps.
    """

    def __init__(self, write: Callable[[str, int], None] | None = None) -> None:
        """`write(key, amount)`, if given, is the effect's risky part: if it raises, nothing is recorded."""
        self._write = write
        self._lock = threading.Lock()
        self._amounts: dict[str, int] = {}
        self._writes: dict[str, int] = {}
        self._total = 0

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
            self._total += amount
            self._writes[key] = self._writes.get(key, 0) + 1
            self._amounts[key] = amount
            return Outcome.APPLIED

    def snapshot(self) -> Snapshot:
        """The whole state, taken under the lock, so that its parts belong together."""
        with self._lock:
            return Snapshot(
                self._total,
                sum(self._writes.values()),
                frozenset(self._amounts),
                dict(self._writes),
            )
