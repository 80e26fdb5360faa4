"""Misconception: a call is a write.

Rejected by: redelivery
Diagnosis: It counts a write for each call, also where it only answered *duplicate*. The world has changed once, and
`writes` says twice. Count where the change is made.
"""

import threading

from labs.e08_retries.effect_store import KeyConflict, Outcome, Snapshot


class EffectStore:
    def __init__(self, write=None):
        self._write = write
        self._lock = threading.Lock()
        self._amounts = {}
        self._total = 0
        self._writes = {}

    def apply_once(self, key, amount):
        with self._lock:
            self._writes[key] = self._writes.get(key, 0) + 1
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
            writes = dict(self._writes)
            return Snapshot(self._total, sum(writes.values()), frozenset(writes), writes)
