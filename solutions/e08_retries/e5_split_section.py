"""E08.5 Split section (45 minutes)

A store looked for the key under its lock, let go, and wrote under its lock. Every access was protected, and yet some
customers paid twice. A test with a sleep failed on some days; it was called flaky, and switched off. What is missing is
an experiment that shows the fault each time, and then a store that has it not. `SplitStore` below is the one that has.

Write two things.

`experiment(make_store)` answers how many writes there were.

- `make_store(after_check)` makes a store. Make one, let two threads call `apply_once` on it with the same key and
  amount, wait until both have ended, and answer `snapshot().writes`.
- A split store calls `after_check()`, outside any lock, when a thread has found the key absent and has not written yet.
  That is where you can hold a thread. A repaired store never calls it.
- On a split store both threads write, in *every* schedule. On a repaired one there is one write, and the experiment
  ends. It ends as well where one thread finds the key absent and the other one is sent away.
- `queue.Queue` is all you need: no sleep and no timeout, for no time is long enough.

`RepairedStore(after_check, write=None)` does what `SplitStore` does, and writes once a key in every schedule.

- It takes `after_check` and never calls it.
- `write(key, amount)`, if given, is the change of the world: it is called once for each key.

Exports `experiment` and `RepairedStore`.
"""

import queue
import threading
from collections import Counter
from collections.abc import Callable
from typing import Protocol

from labs.e08_retries.effect_store import Outcome, Snapshot

AfterCheck = Callable[[], None]


class Store(Protocol):
    """A store under test."""

    def apply_once(self, key: str, amount: int) -> Outcome:
        """Apply the amount, unless the key is known."""

    def snapshot(self) -> Snapshot:
        """What has been written so far."""


class SplitStore:
    """Checks in one critical section and writes in another."""

    def __init__(
        self, after_check: AfterCheck, write: Callable[[str, int], None] | None = None
    ) -> None:
        self._after_check = after_check
        self._write = write
        self._lock = threading.Lock()
        self._total = 0
        self._writes: Counter[str] = Counter()

    def apply_once(self, key: str, amount: int) -> Outcome:
        """Apply the amount, unless the key was known a moment ago."""
        with self._lock:
            known = key in self._writes
        if known:
            return Outcome.DUPLICATE
        self._after_check()
        with self._lock:
            self._add(key, amount)
        return Outcome.APPLIED

    def snapshot(self) -> Snapshot:
        """What has been written so far, at one moment."""
        with self._lock:
            writes = dict(self._writes)
            return Snapshot(self._total, self._writes.total(), frozenset(writes), writes)

    def _add(self, key: str, amount: int) -> None:
        if self._write is not None:
            self._write(key, amount)
        self._total += amount
        self._writes[key] += 1


class RepairedStore(SplitStore):
    """The same store, with one write a key in every schedule."""

    # What was read is true for as long as the lock is held: so it is held from the check to the record.
    def apply_once(self, key: str, amount: int) -> Outcome:
        """Apply the amount, unless the key is known."""
        with self._lock:
            if key in self._writes:
                return Outcome.DUPLICATE
            self._add(key, amount)
        return Outcome.APPLIED


def experiment(make_store: Callable[[AfterCheck], Store]) -> int:
    """Let two threads apply one operation at the worst moment; answer how many writes there were."""
    messages: queue.Queue[str] = queue.Queue()
    release: queue.Queue[None] = queue.Queue()

    # Between check and write a thread says where it stands, and stands there until it is let go.
    def after_check() -> None:
        messages.put("read absent")
        release.get()

    store = make_store(after_check)

    def call() -> None:
        store.apply_once("a", 7)
        messages.put("returned")  # One that was never held has its say too, or we wait for ever.

    threads = [threading.Thread(target=call, name=f"caller {number}") for number in (1, 2)]
    for thread in threads:
        thread.start()
    # One message from each, whichever it is: on a split store nobody writes before both have looked.
    for _ in threads:
        messages.get()
    for _ in threads:
        release.put(None)
    for thread in threads:
        thread.join()
    return store.snapshot().writes
