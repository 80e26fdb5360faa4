"""Drives an answer of E08.1: the writes are counted outside of it, by the callable that it is given."""

import threading
from collections.abc import Callable
from typing import Any

from labs.e08_retries.effect_store import KeyConflict
from labs.e08_retries.trial import together
from labs.kit.history import History
from labs.kit.scenario import Json, Observation

Operation = tuple[str, int]


class Desk:
    """Offers operations to the store under test, and keeps what was written and what was told."""

    def __init__(self, answer: Any, fails: frozenset[int] = frozenset()) -> None:
        """`fails`: the numbers of the writes that fail, from 1."""
        self.history = History()
        self.store = answer.EffectStore(self._write)
        self._fails = fails
        self._lock = threading.Lock()
        self._tried = 0
        self._written: dict[str, list[int]] = {}

    def offer(self, key: str, amount: int, who: str = "caller") -> str:
        """Offer one operation; answer what the caller is told."""
        try:
            told = str(self.store.apply_once(key, amount).value)
        except KeyConflict as conflict:
            told = f"conflict {conflict.key} {conflict.recorded} {conflict.offered}"
        except OSError:
            told = "failed"
        self.history.note(who, f"offers {key} {amount}: {told}")
        return told

    def count(self) -> dict[str, Json]:
        """What the store says of itself."""
        snapshot = self.store.snapshot()
        return {
            "total": snapshot.total,
            "writes": snapshot.writes,
            "seen": sorted(snapshot.seen),
            "writes_by_key": dict(sorted(snapshot.writes_by_key.items())),
        }

    def observe(self, told: list[str], **more: Json) -> Observation:
        """What was told, what was written in truth, and what the store says of itself."""
        written = dict(sorted(self._written.items()))
        return Observation.of(
            self.history, told=told, written=written, counted=self.count(), **more
        )

    def _write(self, key: str, amount: int) -> None:
        with self._lock:
            self._tried += 1
            if self._tried in self._fails:
                raise OSError("the write fails")
            self._written.setdefault(key, []).append(amount)
        self.history.note("world", f"{key} changes by {amount}")


def in_turn(
    *operations: Operation, fails: frozenset[int] = frozenset()
) -> Callable[[Any], Observation]:
    """Offer the operations one after the other."""

    def drive(answer: Any) -> Observation:
        desk = Desk(answer, fails)
        return desk.observe([desk.offer(key, amount) for key, amount in operations])

    return drive


def at_once(
    *operations: Operation, fails: frozenset[int] = frozenset()
) -> Callable[[Any], Observation]:
    """Offer each operation from a thread of its own."""

    def drive(answer: Any) -> Observation:
        desk = Desk(answer, fails)
        told: list[str] = []

        def call(number: int, key: str, amount: int) -> Callable[[], None]:
            return lambda: told.append(desk.offer(key, amount, f"caller {number}"))

        together(*(call(number, *operation) for number, operation in enumerate(operations, 1)))
        return desk.observe(sorted(told))

    return drive


def beside_a_reader(answer: Any) -> Observation:
    """Offer one operation while another thread takes a snapshot."""
    desk = Desk(answer)
    told: list[str] = []
    read: list[dict[str, Json]] = []

    def look() -> None:
        read.append(desk.count())
        desk.history.note("reader", "reads total {total}, writes {writes}".format_map(read[0]))

    together(lambda: told.append(desk.offer("a", 7)), look)
    return desk.observe(told, read=read)


DRIVES = {
    "redelivery": in_turn(("a", 7), ("a", 7), ("b", 3)),
    "conflict": in_turn(("a", 10), ("a", 25), ("a", 10)),
    "write-fails": in_turn(("a", 7), ("a", 7), fails=frozenset({1})),
    "same-key-race": at_once(("a", 7), ("a", 7)),
    "two-keys": at_once(("a", 7), ("b", 7)),
    "conflict-race": at_once(("a", 10), ("a", 25)),
    "race-write-fails": at_once(("a", 7), ("a", 7), fails=frozenset({1})),
    "snapshot-race": beside_a_reader,
}
