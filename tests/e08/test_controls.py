"""The controls: each lacks one protection and keeps the others, or it would prove nothing about that one."""

import pytest

from labs.e08_retries.cancel_token import CancelToken
from labs.e08_retries.controls import (
    ChecksAtStartOnly,
    DoorOutsideLock,
    DropsUnrecorded,
    ForgetsEffects,
    IgnoresAmount,
    KeepsCallersObject,
    Order,
    RecordsKeyFirst,
    RetriesEverything,
    SplitStore,
    StatusFromToken,
    UnprotectedStore,
)
from labs.e08_retries.effect_store import EffectStore, Outcome
from labs.e08_retries.jobs import Job
from labs.e08_retries.worker import Closed, WorkerFailed
from labs.kit.history import Event
from labs.kit.scenario import brief


def worked_off(kind, *jobs, **options) -> list[str]:
    """Let a worker of that kind work off the jobs; answer its events in brief."""
    worker = kind(EffectStore().apply_once, **options)
    for job in jobs:
        worker.submit(job)
    with worker:
        pass
    return brief([event.as_dict() for event in worker.history.events()])


WORKERS = [
    KeepsCallersObject,
    RetriesEverything,
    ChecksAtStartOnly,
    StatusFromToken,
    DropsUnrecorded,
    DoorOutsideLock,
]


@pytest.mark.parametrize("kind", WORKERS)
def test_a_control_works_where_nothing_goes_wrong(kind) -> None:
    """Without the fault that it cannot stand, a worker with one protection less does what the worker does."""
    jobs = [Job("a", 7, lose_ack=1), Job("a", 7), Job("poison", 9, fail_before=9), Job("b", 3)]

    assert worked_off(kind, *jobs) == [
        "retry a",
        "acked a duplicate",
        "acked a duplicate",
        "retry poison",
        "retry poison",
        "dead poison none",
        "acked b applied",
    ]


@pytest.mark.parametrize("kind", [RecordsKeyFirst, IgnoresAmount, SplitStore])
def test_a_store_works_where_nothing_goes_wrong(kind) -> None:
    """Without its fault, a store with one protection less applies each key once."""
    store = kind()

    answers = [store.apply_once(key, 7) for key in "aab"]

    assert answers == [Outcome.APPLIED, Outcome.DUPLICATE, Outcome.APPLIED]
    assert store.snapshot().writes_by_key == {"a": 1, "b": 1}


def test_unprotected_stands_where_the_store_stands() -> None:
    """The counterexample answers under both names."""
    assert UnprotectedStore.apply_once is UnprotectedStore.apply


def test_ignoring_the_amount_tells_success() -> None:
    """A store that ignores the amount answers the second operation with the first one's success."""
    store = IgnoresAmount()
    store.apply_once("a", 10)

    assert store.apply_once("a", 25) is Outcome.DUPLICATE
    assert (store.snapshot().total, store.snapshot().writes) == (10, 1)


def test_the_split_store_acts_between_check_and_write() -> None:
    """The split store calls out once, between its two sections, and only for a key that it found absent."""
    calls = []
    store = SplitStore(lambda: calls.append((store._lock.locked(), store.snapshot().writes)))

    for _ in range(2):
        store.apply_once("a", 7)

    assert calls == [(False, 0)]


def test_the_callers_object_is_queued_itself() -> None:
    """The worker that keeps the caller's object sees what the caller changes after submitting."""
    order = Order("a", 7)
    worker = KeepsCallersObject(EffectStore().apply_once)
    worker.submit(order)
    order.key = "b"
    with worker:
        pass

    assert worker.history.events()[0] == Event("acked", "b", 1, effect="applied")


def test_retrying_everything_hides_a_bug() -> None:
    """The worker that retries everything enters a bug three times, and no caller learns of it."""
    entered = []

    def hook(job: Job) -> None:
        entered.append(job.key)
        raise ValueError("a bug")

    events = worked_off(RetriesEverything, Job("a", 7), before_effect=hook)

    assert (entered, events) == (["a"] * 3, ["retry a", "retry a", "dead a none"])


def test_retrying_everything_has_its_limit() -> None:
    """What is no `Exception` still ends it, so that an interrupt is never swallowed."""

    def hook(_job: Job) -> None:
        raise SystemExit

    with pytest.raises(WorkerFailed):
        worked_off(RetriesEverything, Job("a", 7), before_effect=hook)


@pytest.mark.parametrize(("kind", "writes"), [(ChecksAtStartOnly, 1), (StatusFromToken, 0)])
def test_one_checkpoint_less(kind, writes: int) -> None:
    """The worker without checkpoint 2 writes after a cancel in the hook; the one with a wrong status does not."""
    token, store = CancelToken(), EffectStore()
    worker = kind(store.apply_once, token=token, before_effect=lambda _job: token.cancel())
    worker.submit(Job("a", 7))
    with worker:
        pass

    assert store.snapshot().writes == writes


def test_the_first_checkpoint_is_kept() -> None:
    """The worker without checkpoint 2 still looks when an attempt begins."""
    token = CancelToken()
    token.cancel()

    assert worked_off(ChecksAtStartOnly, Job("a", 7), token=token) == ["cancelled a none"]


def test_status_from_the_token_is_a_lie() -> None:
    """The worker that asks the token reports cancelled, effect none, for what it has just written."""
    token, store = CancelToken(), EffectStore()

    def written_then_cancelled(key: str, amount: int) -> Outcome:
        outcome = store.apply_once(key, amount)
        token.cancel()
        return outcome

    worker = StatusFromToken(written_then_cancelled, token=token)
    worker.submit(Job("a", 7))
    with worker:
        pass

    assert worker.history.events()[0] == Event("cancelled", "a", 1, effect="none")
    assert store.snapshot().writes == 1


def test_forgetting_keeps_all_but_the_effect() -> None:
    """The history that forgets effects keeps event, key, attempt and reason."""
    history = ForgetsEffects()
    history.record("dead", "a", 3, "attempts", "applied")

    assert history.events() == [Event("dead", "a", 3, "attempts")]


def test_dropping_leaves_no_record() -> None:
    """The worker that drops its queue ends, and its history says nothing of what it dropped."""
    worker = DropsUnrecorded(EffectStore().apply_once)
    worker.submit(Job("a", 7))
    worker.close(drain=False)
    worker.start()
    worker.join()

    assert worker.history.events() == [Event("closed")]


def test_a_door_outside_the_lock_lets_a_late_job_in() -> None:
    """A close between look and put leaves an accepted job behind the end mark, for ever."""

    def close_in_between() -> None:
        worker.close()

    worker = DoorOutsideLock(EffectStore().apply_once, after_check=close_in_between)
    worker.submit(Job("late", 1))
    worker.start()
    worker.join()

    assert worker.history.events() == [Event("closed")]
    assert worker._queue.get_nowait() == Job("late", 1)


def test_a_door_outside_the_lock_is_still_a_door() -> None:
    """The worker with the door outside the lock refuses what comes after a close, and what is no job."""
    worker = DoorOutsideLock(EffectStore().apply_once)
    with pytest.raises(TypeError):
        worker.submit(None)
    worker.close()
    with pytest.raises(Closed):
        worker.submit(Job("late", 1))
