"""The trial: what is counted for a verdict is what happened."""

import pytest

from labs.e08_retries.effect_store import EffectStore
from labs.e08_retries.jobs import Job
from labs.e08_retries.trial import HookedClock, Trial, together
from labs.e08_retries.worker import WorkerFailed


def test_an_observation_has_every_figure() -> None:
    """A trial observes total, writes by key, keys, waits, starts, attempts, and the accounting."""
    trial = Trial(EffectStore())
    trial.run(Job("b", 7, lose_ack=1), Job("a", 3, fail_before=9))

    assert trial.observe(extra=True).observed == {
        "total": 7,
        "writes": 1,
        "seen": ["b"],
        "writes_by_key": {"b": 1},
        "waits": [1, 1, 2],
        "starts": {"b": 0, "a": 1},
        "attempts": {"b": 2, "a": 3},
        "accounting": {
            "submitted": 2,
            "acked": 1,
            "dead": 1,
            "cancelled": 0,
            "abandoned": 0,
            "crashed": 0,
        },
        "extra": True,
    }


def test_only_accepted_jobs_are_counted() -> None:
    """A submission that was refused is not counted as submitted."""
    trial = Trial(EffectStore())
    with pytest.raises(TypeError):
        trial.submit(None)

    assert trial.observe().observed["accounting"]["submitted"] == 0


def test_a_crash_is_counted() -> None:
    """Crashed and abandoned jobs stand in the accounting."""

    def hook(_job: Job) -> None:
        raise ValueError("a bug")

    trial = Trial(EffectStore(), hook=hook)
    with pytest.raises(WorkerFailed):
        trial.run(Job("a", 7), Job("b", 3))
    accounting = trial.observe().observed["accounting"]

    assert (accounting["submitted"], accounting["crashed"], accounting["abandoned"]) == (2, 1, 1)


def test_the_store_tells_its_part() -> None:
    """The store's lane says what it wrote, what it knew, and what it refused."""
    trial = Trial(EffectStore())
    trial.run(Job("a", 7), Job("a", 7), Job("a", 8))

    assert [line["text"] for line in trial.observe().story if line["lane"] == "store"] == [
        "a: writes 7",
        "a: known, writes nothing",
        "refuses a: 7 is recorded, not 8",
    ]


def test_a_new_worker_writes_the_same_history() -> None:
    """A worker in the place of one that has ended goes on with the same store, clock and history."""
    trial = Trial(EffectStore())
    trial.run(Job("a", 7))
    trial.replace_worker()
    trial.run(Job("a", 7))

    assert [event["event"] for event in trial.observe().events] == [
        "acked",
        "closed",
        "acked",
        "closed",
    ]


def test_something_happens_at_each_wait() -> None:
    """On a hooked clock it happens before the wait is recorded, and if it raises there was no wait."""
    seen = []

    def at_wait() -> None:
        seen.append(clock.waits())
        if len(seen) == 2:
            raise OverflowError

    clock = HookedClock(at_wait)
    clock.sleep(1)
    with pytest.raises(OverflowError):
        clock.sleep(2)

    assert (seen, clock.waits(), clock.now()) == ([[], [1]], [1], 1)


def test_together_waits_for_all() -> None:
    """Every call has run when `together` returns."""
    done = []

    together(lambda: done.append(1), lambda: done.append(2))

    assert sorted(done) == [1, 2]
