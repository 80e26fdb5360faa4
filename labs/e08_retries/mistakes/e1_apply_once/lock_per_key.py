"""Misconception: two keys have nothing to do with each other, so each has a lock of its own.

Rejected by: two-keys
Diagnosis: The lock of one key keeps out nobody who comes with another, and both add to one total: each reads it,
adds, and writes it back, and one of the two additions is lost. What is shared by all keys needs a lock that is shared
by all.
"""

import threading

from labs.e08_retries.effect_store import KeyConflict, Outcome, Snapshot


class EffectStore:
    def __init__(self, write=None):
        self._write = write
        self._lock = threading.Lock()
        self._amounts = {}
        self._total = 0
        self._locks = {}

    def apply_once(self, key, amount):
        with self._lock:
            lock = self._locks.setdefault(key, threading.Lock())
        with lock:
            if key in self._amounts:
                if self._amounts[key] != amount:
                    raise KeyConflict(key, self._amounts[key], amount)
                return Outcome.DUPLICATE
            if self._write is not None:
                self._write(key, amount)
            self._total += amount
            self._amounts[key] = amount
            return Outcome.APPLIED

    def snapshot(self):
        with self._lock:
            writes = dict.fromkeys(self._amounts, 1)
            return Snapshot(self._total, len(writes), frozenset(writes), writes)
