"""Misconception: the dictionary is the effect.

Rejected by: redelivery
Diagnosis: It keeps its books and changes nothing outside: `write` is never called. The effect is what the world sees;
the record only remembers that it happened.
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
            self._total += amount
            self._amounts[key] = amount
            return Outcome.APPLIED

    def snapshot(self):
        with self._lock:
            writes = dict.fromkeys(self._amounts, 1)
            return Snapshot(self._total, len(writes), frozenset(writes), writes)
