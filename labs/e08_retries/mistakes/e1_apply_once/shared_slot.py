"""Misconception: the operation in hand is kept in the store, where every step finds it.

Rejected by: two-keys
Diagnosis: It keeps the operation in hand in the store, outside the lock, and two threads overwrite each other's. The
total is right, 14, and one key was written twice and the other never. What belongs to one call is a local variable.
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
        self._key, self._amount = key, amount
        with self._lock:
            if key in self._amounts:
                if self._amounts[key] != amount:
                    raise KeyConflict(key, self._amounts[key], amount)
                return Outcome.DUPLICATE
            if self._write is not None:
                self._write(self._key, self._amount)
            self._total += amount
            self._amounts[key] = amount
            return Outcome.APPLIED

    def snapshot(self):
        with self._lock:
            writes = dict.fromkeys(self._amounts, 1)
            return Snapshot(self._total, len(writes), frozenset(writes), writes)
