"""Misconception: a known key is a repetition.

Rejected by: conflict
Diagnosis: It takes every offer of a known key for a repetition, whatever the amount. The caller of 25 is told
*duplicate*, and 25 was never charged. Compare the amount with the recorded one.
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
