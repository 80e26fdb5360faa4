"""Misconception: a call after a call is the repetition.

Rejected by: two-keys
Diagnosis: It takes each second call for a repetition of the one before, whatever its key. Whether an operation was
done is a question about its key.
"""

import threading

from labs.e08_retries.effect_store import KeyConflict, Outcome, Snapshot


class EffectStore:
    def __init__(self, write=None):
        self._write = write
        self._lock = threading.Lock()
        self._amounts = {}
        self._total = 0
        self._calls = 0

    def apply_once(self, key, amount):
        with self._lock:
            self._calls += 1
            if key in self._amounts:
                if self._amounts[key] != amount:
                    raise KeyConflict(key, self._amounts[key], amount)
                return Outcome.DUPLICATE
            if self._calls % 2 == 0:
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
