"""Drives an answer of E08.5: its experiment on the driver's own stores, its store under the driver's own threads."""

import threading
from collections.abc import Callable
from typing import Any

from labs.e08_retries.controls import SplitStore
from labs.e08_retries.effect_store import EffectStore, Outcome
from labs.e08_retries.trial import Store, together
from labs.kit.history import History
from labs.kit.scenario import Observation

AfterCheck = Callable[[], None]
MakeStore = Callable[[AfterCheck], Store]
Operation = tuple[str, int]


class RepairedStore(EffectStore):
    """Takes `after_check` and never calls it."""

    def __init__(self, after_check: AfterCheck) -> None:
        super().__init__()
        self._unused = after_check


class ReservingStore(EffectStore):
    """Reserves the key with its check and writes later: one thread finds it absent, the other is sent away."""

    def __init__(self, after_check: AfterCheck) -> None:
        super().__init__()
        self._after_check = after_check
        self._reserved: set[str] = set()

    def apply_once(self, key: str, amount: int) -> Outcome:
        """Apply the amount, unless the key is reserved."""
        with self._lock:
            if key in self._reserved:
                return Outcome.DUPLICATE
            self._reserved.add(key)
        self._after_check()
        return super().apply_once(key, amount)


class LooksTwice(EffectStore):
    """Looks without holding on to what it saw, and once more when it writes: two threads, one write."""

    def __init__(self, after_check: AfterCheck) -> None:
        super().__init__()
        self._after_check = after_check

    def apply_once(self, key: str, amount: int) -> Outcome:
        """Apply the amount, unless the key is known by now."""
        if key not in self.snapshot().seen:
            self._after_check()
        return super().apply_once(key, amount)


class SaysDuplicate(SplitStore):
    """Writes as the split store does, and tells every caller that it wrote nothing."""

    def apply_once(self, key: str, amount: int) -> Outcome:
        """Apply as the split store; always DUPLICATE."""
        super().apply_once(key, amount)
        return Outcome.DUPLICATE


class SaysApplied(RepairedStore):
    """Writes once, and tells every caller that it wrote."""

    def apply_once(self, key: str, amount: int) -> Outcome:
        """Apply as the repaired store; always APPLIED."""
        super().apply_once(key, amount)
        return Outcome.APPLIED


class Diary:
    """What the threads did, each line with the thread that did it; one lock, and so one step, a line."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._lines: list[tuple[threading.Thread, str]] = []

    def write(self, text: str) -> None:
        """Write down what the calling thread does."""
        with self._lock:
            self._lines.append((threading.current_thread(), text))

    def story(self) -> list[dict[str, str]]:
        """The lines, in a lane for each thread."""
        return [{"lane": thread.name, "text": text} for thread, text in self._lines]

    def writers(self) -> int:
        """How many threads have written."""
        return len({thread for thread, _text in self._lines})


class Witnessed:
    """A store under test, seen from outside: who called, and what each was told."""

    def __init__(self, store: Store, diary: Diary) -> None:
        self._store = store
        self._diary = diary
        self.snapshot = store.snapshot

    def apply_once(self, key: str, amount: int) -> Outcome:
        """Apply, and write down what came of it."""
        outcome = self._store.apply_once(key, amount)
        self._diary.write(f"is told {outcome.value}")
        return outcome


def experiment_on(make_store: MakeStore) -> Callable[[Any], Observation]:
    """Run the answer's experiment on a store of the driver's."""

    def drive(answer: Any) -> Observation:
        diary = Diary()
        made: list[Witnessed] = []

        def make(after_check: AfterCheck) -> Witnessed:
            def and_tell() -> None:
                diary.write("reads absent")
                after_check()

            made.append(Witnessed(make_store(and_tell), diary))
            return made[-1]

        shown = answer.experiment(make)
        writes = [sorted(store.snapshot().writes_by_key.values()) for store in made]
        observed = {"shown": shown, "writes": writes, "callers": diary.writers()}
        return Observation(observed, story=diary.story())

    return drive


class Desk:
    """The answer's repaired store, with the world and the callers outside of it."""

    def __init__(self, answer: Any, after_check: AfterCheck | None = None) -> None:
        self.history = History()
        self._lock = threading.Lock()
        self._written: list[str] = []
        self._checks = 0
        self.store = answer.RepairedStore(after_check or self._after_check, self._write)

    def offer(self, key: str, amount: int) -> str:
        """Offer one operation; answer what the caller is told."""
        told = str(self.store.apply_once(key, amount).value)
        self.history.note("callers", f"{key} {amount}: told {told}")
        return told

    def observe(self, **figures: Any) -> Observation:
        """What was written in truth, what the store says of it, and how often it called `after_check`."""
        snapshot = self.store.snapshot()
        return Observation.of(
            self.history,
            written=sorted(self._written),
            total=snapshot.total,
            counted=dict(sorted(snapshot.writes_by_key.items())),
            after_check=self._checks,
            **figures,
        )

    def _after_check(self) -> None:
        with self._lock:
            self._checks += 1

    def _write(self, key: str, amount: int) -> None:
        with self._lock:
            self._written.append(f"{key} {amount}")
        self.history.note("world", f"{key} changes by {amount}")


def in_turn(*operations: Operation) -> Callable[[Any], Observation]:
    """Offer the operations to the answer's store, one after the other."""

    def drive(answer: Any) -> Observation:
        desk = Desk(answer)
        return desk.observe(told=[desk.offer(key, amount) for key, amount in operations])

    return drive


def at_once(*operations: Operation) -> Callable[[Any], Observation]:
    """Offer each operation to the answer's store from a thread of its own."""

    def drive(answer: Any) -> Observation:
        desk = Desk(answer)
        told: list[str] = []

        def call(operation: Operation) -> Callable[[], None]:
            return lambda: told.append(desk.offer(*operation))

        together(*map(call, operations))
        return desk.observe(told=sorted(told))

    return drive


def beside_a_reader(answer: Any) -> Observation:
    """Offer one operation to the answer's store while another thread takes a snapshot."""
    desk = Desk(answer)
    told: list[str] = []
    read: list[Any] = []

    def look() -> None:
        snapshot = desk.store.snapshot()
        read.append([snapshot.total, snapshot.writes, dict(snapshot.writes_by_key)])
        desk.history.note("callers", f"reads total {snapshot.total}, writes {snapshot.writes}")

    together(lambda: told.append(desk.offer("a", 7)), look)
    return desk.observe(told=told, read=read)


def both(answer: Any) -> Observation:
    """Run the answer's experiment on the answer's store."""
    desks: list[Desk] = []

    def make(after_check: AfterCheck) -> Store:
        desks.append(Desk(answer, after_check))
        store: Store = desks[-1].store
        return store

    shown = answer.experiment(make)
    return desks[-1].observe(shown=shown)


DRIVES = {
    "split": experiment_on(SplitStore),
    "repaired": experiment_on(RepairedStore),
    "one-of-each": experiment_on(ReservingStore),
    "looks-twice": experiment_on(LooksTwice),
    "says-duplicate": experiment_on(SaysDuplicate),
    "says-applied": experiment_on(SaysApplied),
    "in-turn": in_turn(("a", 7), ("a", 7), ("b", 3)),
    "same-key-race": at_once(("a", 7), ("a", 7)),
    "two-keys": at_once(("a", 7), ("b", 7)),
    "snapshot-race": beside_a_reader,
    "both": both,
}
