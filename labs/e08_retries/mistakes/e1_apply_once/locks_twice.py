"""Misconception: each part takes the lock for itself.

Rejected by: redelivery
Diagnosis: It takes the lock, and then calls a part of itself that takes it again: a thread that waits for what it
holds waits for ever. Take it once, around the whole, or use an `RLock`.
"""

import threading

from labs.e08_retries.effect_store import KeyConflict, Outcome, Snapshot


class EffectStore:
    def __init__(self, write=None):
        self._write = write
        self._lock = threading.Lock()
        self._amounts = {}
        self._total = 0

    def apply_once(self, key, amount):
        with self._lock:
            if key in self._amounts:
                if self._amounts[key] != amount:
                    raise KeyConflict(key, self._amounts[key], amount)
                return Outcome.DUPLICATE
            self._record(key, amount)
            return Outcome.APPLIED

    def _record(self, key, amount):
        with self._lock:
            if self._write is not None:
                self._write(key, amount)
            self._total += amount
            self._amounts[key] = amount

    def snapshot(self):
        with self._lock:
            writes = dict.fromkeys(self._amounts, 1)
            return Snapshot(self._total, len(writes), frozenset(writes), writes)
