"""Misconception: a lock somewhere near the record is enough.

Rejected by: same-key-race
Diagnosis: No lock that both threads share is held from the check to the record: both find the key absent, and both
write. Three ways lead here: no lock at all, a lock that is let go after the look, and a new lock at each call, which
no other thread can hold. The store has one lock, made with it, and every call holds it over check, write and record.
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
            recorded = self._amounts.get(key)
        if recorded == amount:
            return Outcome.DUPLICATE
        if recorded is not None:
            raise KeyConflict(key, recorded, amount)
        if self._write is not None:
            self._write(key, amount)
        self._total += amount
        self._amounts[key] = amount
        return Outcome.APPLIED

    def snapshot(self):
        with self._lock:
            writes = dict.fromkeys(self._amounts, 1)
            return Snapshot(self._total, len(writes), frozenset(writes), writes)
