"""Misconception: key and amount together say which operation it is.

Rejected by: conflict
Diagnosis: It remembers pairs of key and amount, so 25 under the key of 10 is an operation it has never seen, and both
are charged. The key alone names the operation; the amount tells whether the caller means the same one.
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
            if (key, amount) in self._amounts:
                return Outcome.DUPLICATE
            if self._write is not None:
                self._write(key, amount)
            self._total += amount
            self._amounts[key, amount] = amount
            return Outcome.APPLIED

    def snapshot(self):
        with self._lock:
            keys = [key for key, amount in self._amounts]
            writes = {key: keys.count(key) for key in keys}
            return Snapshot(self._total, len(keys), frozenset(writes), writes)
