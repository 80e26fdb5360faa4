"""The effect store: each key is applied once, and one lock holds check, write and record together."""

import threading
from queue import Queue

import pytest

from labs.e08_retries.controls import RecordsKeyFirst, SplitStore, UnprotectedStore
from labs.e08_retries.effect_store import EffectStore, KeyConflict, Outcome, Snapshot, World
from labs.e08_retries.retry import Retryable
from labs.kit.gate import Gate
from tests.telling import TellingLock

NOTHING = Snapshot(total=0, writes=0, seen=frozenset(), writes_by_key={})


def test_the_world_starts_empty() -> None:
    """Nothing has happened before the first effect."""
    assert EffectStore().snapshot() == NOTHING
    assert UnprotectedStore().snapshot() == NOTHING


def test_applies_a_key_once() -> None:
    """The first offer of a key is applied, every other one is a duplicate."""
    store = EffectStore()

    answers = [store.apply_once("a", 7) for _ in range(3)]

    assert answers == [Outcome.APPLIED, Outcome.DUPLICATE, Outcome.DUPLICATE]
    assert store.snapshot() == Snapshot(7, 1, frozenset({"a"}), {"a": 1})


def test_the_counterexample_applies_each_time() -> None:
    """The unprotected store adds at every offer and always says APPLIED."""
    store = UnprotectedStore()

    answers = [store.apply("a", 7) for _ in range(2)]

    assert answers == [Outcome.APPLIED, Outcome.APPLIED]
    assert store.snapshot() == Snapshot(14, 2, frozenset({"a"}), {"a": 2})


def test_keys_are_counted_apart() -> None:
    """Each key has its own writes, and the total is the sum of all."""
    store = EffectStore()
    for key, amount in [("a", 7), ("b", 3), ("a", 7), ("A", 5)]:
        store.apply_once(key, amount)

    assert store.snapshot() == Snapshot(15, 3, frozenset({"a", "b", "A"}), {"a": 1, "b": 1, "A": 1})


def test_a_conflict_says_what_it_met() -> None:
    """The same key with another amount is refused, and the error carries key, recorded and offered amount."""
    store = EffectStore()
    store.apply_once("a", 10)

    with pytest.raises(KeyConflict, match=r"'a'.* 10.* 25") as refusal:
        store.apply_once("a", 25)

    conflict = refusal.value
    assert (conflict.key, conflict.recorded, conflict.offered) == ("a", 10, 25)


def test_a_conflict_changes_nothing() -> None:
    """After a conflict the record stands: the first amount is still a duplicate."""
    written = []
    store = EffectStore(lambda key, amount: written.append((key, amount)))
    store.apply_once("a", 10)
    with pytest.raises(KeyConflict):
        store.apply_once("a", 25)

    assert store.apply_once("a", 10) is Outcome.DUPLICATE
    assert (store.snapshot().total, store.snapshot().writes, written) == (10, 1, [("a", 10)])


@pytest.mark.parametrize("amount", [None, "", 0.5])
def test_a_first_offer_is_no_duplicate(amount: object) -> None:
    """Whatever amount a new key is offered with, it is never taken for one that was applied before."""
    store = EffectStore(lambda _key, _amount: None)

    try:
        answer = store.apply_once("a", amount)
    except TypeError:
        answer = None

    assert answer is not Outcome.DUPLICATE
    assert store.snapshot() == NOTHING or answer is Outcome.APPLIED


def test_the_write_stands_between_check_and_record() -> None:
    """The write gets key and amount once, for a new key only, before the key is recorded."""
    calls = []

    def write(key: str, amount: int) -> None:
        calls.append((key, amount, dict(store._amounts), store._world.snapshot().writes))

    store = EffectStore(write)
    for _ in range(2):
        store.apply_once("a", 7)

    assert calls == [("a", 7, {}, 0)]


@pytest.mark.parametrize("error", [Retryable, ValueError, SystemExit, KeyboardInterrupt])
def test_a_write_that_raises_records_nothing(error: type[BaseException]) -> None:
    """After a write that raised, nothing is recorded, so a retry applies."""
    errors = [error("the first write fails")]

    def write(_key: str, _amount: int) -> None:
        if errors:
            raise errors.pop()

    store = EffectStore(write)
    with pytest.raises(error):
        store.apply_once("a", 7)
    after_failure = store.snapshot()

    assert after_failure == NOTHING
    assert store.apply_once("a", 7) is Outcome.APPLIED
    assert store.snapshot() == Snapshot(7, 1, frozenset({"a"}), {"a": 1})


def test_recording_first_loses_the_write() -> None:
    """A store that records before it writes answers duplicate for a write that never was."""
    errors = [Retryable("the first write fails")]

    def write(_key: str, _amount: int) -> None:
        if errors:
            raise errors.pop()

    store = RecordsKeyFirst(write)
    with pytest.raises(Retryable):
        store.apply_once("a", 7)

    assert store.apply_once("a", 7) is Outcome.DUPLICATE
    assert store.snapshot() == NOTHING


def test_one_critical_section_an_effect() -> None:
    """Check, write and record are one critical section, and the write is inside it; the split store has two."""
    held = []
    store, split = (
        EffectStore(lambda _key, _amount: held.append(store._lock.locked())),
        SplitStore(),
    )
    store._lock, split._lock = TellingLock(), TellingLock()

    store.apply_once("a", 7)
    split.apply_once("a", 7)

    assert (held, store._lock.taken, split._lock.taken) == ([True], 1, 2)


def test_everything_is_touched_under_the_lock() -> None:
    """Record and world are looked at and changed only while the lock is held, not a line after it."""
    touched = []
    store = EffectStore()

    class Watched(dict):
        """A record that tells whether the lock was held each time it is touched."""

        def __contains__(self, key: object) -> bool:
            """Look."""
            touched.append(("look", store._lock.locked()))
            return super().__contains__(key)

        def __setitem__(self, key: str, amount: int) -> None:
            """Record."""
            touched.append(("record", store._lock.locked()))
            super().__setitem__(key, amount)

    class WatchedWorld(World):
        """A world that tells whether the lock was held when it changed."""

        def add(self, key: str, amount: int) -> None:
            """Change."""
            touched.append(("change", store._lock.locked()))
            super().add(key, amount)

    store._amounts, store._world = Watched(), WatchedWorld()
    store.apply_once("a", 7)
    store.apply_once("a", 7)

    assert sorted(touched) == [("change", True), ("look", True), ("look", True), ("record", True)]


def test_a_snapshot_takes_the_same_lock() -> None:
    """A snapshot is taken under the lock of the effect, so that its parts belong together."""
    for store in (EffectStore(), UnprotectedStore()):
        store._lock = TellingLock()
        store.snapshot()

        assert store._lock.taken == 1


def race(store: EffectStore, at_write: Gate, moments: Queue) -> list[str]:
    """Send a second caller while the first stands at its write; answer what both were told."""
    told: list[str] = []
    store._lock = TellingLock(moments)

    def call() -> None:
        told.append(store.apply_once("a", 7).value)

    threads = [threading.Thread(target=call) for _ in range(2)]
    with at_write:
        for thread in threads:
            thread.start()
            moments.get()  # it stands at its write, or waits for the lock
    for thread in threads:
        thread.join()
    return sorted(told)


def test_nobody_looks_between_check_and_record() -> None:
    """A second caller with the same key waits for the first one's record, and is then a duplicate."""
    gate, moments = Gate(), Queue()

    def write(_key: str, _amount: int) -> None:
        moments.put("at the write")
        gate.wait()

    store = EffectStore(write)

    assert race(store, gate, moments) == ["applied", "duplicate"]
    assert store.snapshot().writes == 1


def test_two_sections_let_both_write() -> None:
    """In two critical sections both callers find the key absent, and both write."""
    gate, moments = Gate(), Queue()

    def after_check() -> None:
        moments.put("at the write")
        gate.wait()

    store = SplitStore(after_check)

    assert race(store, gate, moments) == ["applied", "applied"]
    assert store.snapshot().writes == 2


def test_a_snapshot_does_not_change() -> None:
    """A snapshot shows one moment: later effects do not show in it, and writing to it changes no store."""
    store = EffectStore()
    store.apply_once("a", 7)
    snapshot = store.snapshot()

    store.apply_once("b", 3)
    snapshot.writes_by_key["c"] = 1

    assert (snapshot.total, sorted(snapshot.seen)) == (7, ["a"])
    assert store.snapshot().writes_by_key == {"a": 1, "b": 1}
