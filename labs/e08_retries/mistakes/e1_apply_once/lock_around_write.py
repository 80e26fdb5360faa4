"""Misconception: only writing changes anything, so only writing needs the lock.

Rejected by: same-key-race
Diagnosis: It looks before it takes the lock, and does not look again inside. Both threads find the key absent, take
turns, and both write. What was read before the lock may be untrue once it is held.
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
        if key in self._amounts:
            if self._amounts[key] != amount:
                raise KeyConflict(key, self._amounts[key], amount)
            return Outcome.DUPLICATE
        with self._lock:
            if self._write is not None:
                self._write(key, amount)
            self._total += amount
            self._amounts[key] = amount
            return Outcome.APPLIED

    def snapshot(self):
        with self._lock:
            writes = dict.fromkeys(self._amounts, 1)
            return Snapshot(self._total, len(writes), frozenset(writes), writes)
