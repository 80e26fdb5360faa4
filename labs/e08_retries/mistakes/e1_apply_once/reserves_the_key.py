"""Misconception: the lock is too dear to hold while the world is written, so the key is reserved instead.

Rejected by: race-write-fails
Diagnosis: It reserves the key, lets go of the lock, writes, and takes the reservation back if the write fails.
Meanwhile the other thread was told *duplicate* of something that never happened: its job is acknowledged, and nothing
was charged.
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
                    raise KeyConflict(key, self._amounts[key], amount)
                return Outcome.DUPLICATE
            self._amounts[key] = amount
        try:
            if self._write is not None:
                self._write(key, amount)
        except BaseException:
            with self._lock:
                del self._amounts[key]
            raise
        with self._lock:
            self._total += amount
        return Outcome.APPLIED

    def snapshot(self):
        with self._lock:
            writes = dict.fromkeys(self._amounts, 1)
            return Snapshot(self._total, len(writes), frozenset(writes), writes)
