"""A look before the lock, to answer duplicates fast, and the look that counts inside it; a world that is replaced whole."""

import threading
from dataclasses import dataclass, field
from types import MappingProxyType

from labs.e08_retries.effect_store import KeyConflict, Outcome, Snapshot


@dataclass(frozen=True)
class State:
    amounts: MappingProxyType = field(default_factory=lambda: MappingProxyType({}))

    def plus(self, key, amount):
        return State(MappingProxyType({**self.amounts, key: amount}))


class EffectStore:
    def __init__(self, write=None):
        self._write = write
        self._lock = threading.Lock()
        self._state = State()

    def apply_once(self, key, amount):
        return self._known(key, amount) or self._first(key, amount)

    def _known(self, key, amount):
        recorded = self._state.amounts.get(key)
        if recorded is None:
            return None
        if recorded != amount:
            raise KeyConflict(key, recorded, amount)
        return Outcome.DUPLICATE

    def _first(self, key, amount):
        with self._lock:
            if (answer := self._known(key, amount)) is not None:
                return answer
            if self._write is not None:
                self._write(key, amount)
            self._state = self._state.plus(key, amount)
            return Outcome.APPLIED

    def snapshot(self):
        amounts = self._state.amounts
        return Snapshot(
            sum(amounts.values()), len(amounts), frozenset(amounts), dict.fromkeys(amounts, 1)
        )
