"""Misconception: only the lookup is shared, so only the lookup needs the lock.

Rejected by: same-key-race
Diagnosis: Both threads look while the key is absent, let go of the lock, and both write. The lock has to be held from
the check to the record: what was read is only true for as long as it is held.
"""

import threading
from collections.abc import Callable

from labs.e08_retries.effect_store import KeyConflict, Outcome, Snapshot


class EffectStore:
    def __init__(self, write: Callable[[str, int], None] | None = None) -> None:
        self._write = write
        self._lock = threading.Lock()
        self._amounts: dict[str, int] = {}
        self._total = 0

    def apply_once(self, key: str, amount: int) -> Outcome:
        with self._lock:
            recorded = self._amounts.get(key)
        if recorded == amount:
            return Outcome.DUPLICATE
        if recorded is not None:
            raise KeyConflict(key, recorded, amount)
        if self._write is not None:
            self._write(key, amount)
        self._total += amount
        self._amounts[key] = amount
        return Outcome.APPLIED

    def snapshot(self) -> Snapshot:
        with self._lock:
            writes = dict.fromkeys(self._amounts, 1)
            return Snapshot(self._total, len(writes), frozenset(writes), writes)
