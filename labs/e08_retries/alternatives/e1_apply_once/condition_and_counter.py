"""A condition as the lock, counters as the books, and the answer worked out before anything is changed."""

from collections import Counter
from threading import Condition

from labs.e08_retries.effect_store import KeyConflict, Outcome, Snapshot


class EffectStore:
    def __init__(self, write=None):
        self._write = write
        self._books = Condition()
        self._sums = Counter()
        self._times = Counter()

    def apply_once(self, key, amount):
        self._books.acquire()
        try:
            answer = self._answer(key, amount)
            if answer is Outcome.APPLIED:
                if self._write:
                    self._write(key, amount)
                self._sums[key] += amount
                self._times[key] += 1
            return answer
        finally:
            self._books.release()

    def _answer(self, key, amount):
        if not self._times[key]:
            del self._times[key]
            return Outcome.APPLIED
        if self._sums[key] == amount:
            return Outcome.DUPLICATE
        raise KeyConflict(key, self._sums[key], amount)

    def snapshot(self):
        with self._books:
            return Snapshot(
                total=self._sums.total(),
                writes=self._times.total(),
                seen=frozenset(self._times),
                writes_by_key=dict(self._times),
            )
