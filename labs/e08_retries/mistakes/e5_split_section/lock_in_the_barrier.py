"""Misconception: The threads share the queues, so the barrier needs a lock.

Rejected by: split
Diagnosis: The first thread waits for its release with the lock in its hand, and the second one cannot come to say that
it is there. A queue needs no lock of yours; and never wait for another thread inside a lock that it needs.
"""

import queue
import threading
from collections import Counter
from collections.abc import Callable
from typing import Protocol

from labs.e08_retries.effect_store import Outcome, Snapshot

AfterCheck = Callable[[], None]


class Store(Protocol):

    def apply_once(self, key: str, amount: int) -> Outcome:
        """Apply the amount, unless the key is known."""

    def snapshot(self) -> Snapshot:
        """What has been written so far."""


class SplitStore:
    def __init__(
        self, after_check: AfterCheck, write: Callable[[str, int], None] | None = None
    ) -> None:
        self._after_check = after_check
        self._write = write
        self._lock = threading.Lock()
        self._total = 0
        self._writes: Counter[str] = Counter()

    def apply_once(self, key: str, amount: int) -> Outcome:
        with self._lock:
            known = key in self._writes
        if known:
            return Outcome.DUPLICATE
        self._after_check()
        with self._lock:
            self._add(key, amount)
        return Outcome.APPLIED

    def snapshot(self) -> Snapshot:
        with self._lock:
            writes = dict(self._writes)
            return Snapshot(self._total, self._writes.total(), frozenset(writes), writes)

    def _add(self, key: str, amount: int) -> None:
        if self._write is not None:
            self._write(key, amount)
        self._total += amount
        self._writes[key] += 1


class RepairedStore(SplitStore):

    def apply_once(self, key: str, amount: int) -> Outcome:
        with self._lock:
            if key in self._writes:
                return Outcome.DUPLICATE
            self._add(key, amount)
        return Outcome.APPLIED


def experiment(make_store: Callable[[AfterCheck], Store]) -> int:
    messages: queue.Queue[str] = queue.Queue()
    release: queue.Queue[None] = queue.Queue()
    gate = threading.Lock()

    def after_check() -> None:
        with gate:
            messages.put("read absent")
            release.get()

    store = make_store(after_check)

    def call() -> None:
        store.apply_once("a", 7)
        messages.put("returned")

    threads = [threading.Thread(target=call, name=f"caller {number}") for number in (1, 2)]
    for thread in threads:
        thread.start()
    for _ in threads:
        messages.get()
    for _ in threads:
        release.put(None)
    for thread in threads:
        thread.join()
    return store.snapshot().writes
