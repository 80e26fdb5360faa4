"""E08.1 Apply once (10 minutes)

A payment of 7 was made, its acknowledgement was lost, and the job came again: the customer paid 14. The store below is
where the money moves, so it is the store that must know what it has done.

Write `EffectStore`:

- `EffectStore(write=None)`; `write(key, amount)`, if given, is the risky part of the effect. Call it for each change of
  the world, and let what it raises pass. If it raises, the operation did not happen, and the next delivery may try.
- `apply_once(key, amount)` answers `Outcome.APPLIED` if it changed the world now, `Outcome.DUPLICATE` if this very
  operation was done before. One key is one operation: the same key with another amount is a `KeyConflict(key, recorded
  amount, offered amount)`, and nothing changes.
- `snapshot()` answers a `Snapshot` whose parts belong together.

Threads call it at the same time. Exports `EffectStore`.
"""

import threading
from collections.abc import Callable

from labs.e08_retries.effect_store import KeyConflict, Outcome, Snapshot


class EffectStore:
    """Applies the amount of each key once, whoever asks and however often."""

    def __init__(self, write: Callable[[str, int], None] | None = None) -> None:
        self._write = write
        self._lock = threading.Lock()
        self._amounts: dict[str, int] = {}
        self._total = 0

    def apply_once(self, key: str, amount: int) -> Outcome:
        """Apply the amount, unless this key was applied before."""
        with self._lock:  # Check, write and record: what was read is true while it is held.
            if key in self._amounts:
                # The key is known: this is the same operation again, or the caller is mistaken.
                if self._amounts[key] != amount:
                    raise KeyConflict(key, self._amounts[key], amount)
                return Outcome.DUPLICATE
            if self._write is not None:
                self._write(key, amount)
            self._total += amount
            self._amounts[key] = amount
            return Outcome.APPLIED

    def snapshot(self) -> Snapshot:
        """The whole state at one moment."""
        with self._lock:
            writes = dict.fromkeys(self._amounts, 1)
            return Snapshot(self._total, len(writes), frozenset(writes), writes)
