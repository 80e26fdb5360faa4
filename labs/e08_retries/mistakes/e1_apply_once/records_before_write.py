"""Misconception: the key is recorded first, so that nobody else begins the same.

Rejected by: write-fails
Diagnosis: It records the key, and then the write fails. The record says *done*, the next delivery is told
*duplicate*, and the charge is lost. Under the lock nobody can come between: write first, then record.
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
            self._amounts[key] = amount
            if self._write is not None:
                self._write(key, amount)
            self._total += amount
            return Outcome.APPLIED

    def snapshot(self):
        with self._lock:
            writes = dict.fromkeys(self._amounts, 1)
            return Snapshot(self._total, len(writes), frozenset(writes), writes)
