"""Misconception: the latest amount is the right one.

Rejected by: conflict
Diagnosis: It refuses the second amount and records it all the same. From then on the first operation, which did
happen, is refused as a stranger. The record stands: it says what was done.
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
                    recorded, self._amounts[key] = self._amounts[key], amount
                    raise KeyConflict(key, recorded, amount)
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
