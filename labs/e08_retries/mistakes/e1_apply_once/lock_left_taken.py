"""Misconception: acquire and release are as good as with.

Rejected by: redelivery
Diagnosis: It does not let go of the lock where it answers *duplicate* or raises, and the next call waits for ever.
`with` lets go on every way out.
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
        self._lock.acquire()
        if key in self._amounts:
            if self._amounts[key] != amount:
                raise KeyConflict(key, self._amounts[key], amount)
            return Outcome.DUPLICATE
        if self._write is not None:
            self._write(key, amount)
        self._total += amount
        self._amounts[key] = amount
        self._lock.release()
        return Outcome.APPLIED

    def snapshot(self):
        with self._lock:
            writes = dict.fromkeys(self._amounts, 1)
            return Snapshot(self._total, len(writes), frozenset(writes), writes)
