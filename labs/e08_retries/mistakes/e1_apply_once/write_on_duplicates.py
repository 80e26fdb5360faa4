"""Misconception: the write comes first, and then one sees whether it was known.

Rejected by: redelivery
Diagnosis: It writes before it looks. The books show one effect, and the customer was charged twice. Check, write,
record: in this order, under one lock.
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
            if self._amounts.get(key, amount) != amount:
                raise KeyConflict(key, self._amounts[key], amount)
            if self._write is not None:
                self._write(key, amount)
            if key in self._amounts:
                return Outcome.DUPLICATE
            self._total += amount
            self._amounts[key] = amount
            return Outcome.APPLIED

    def snapshot(self):
        with self._lock:
            writes = dict.fromkeys(self._amounts, 1)
            return Snapshot(self._total, len(writes), frozenset(writes), writes)
