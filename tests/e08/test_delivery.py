"""One delivery: the order of an attempt, what is retried, where a cancel is seen, and what is said of the effect."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from labs.e08_retries.effect_store import EffectStore, KeyConflict
from labs.e08_retries.jobs import Job
from labs.e08_retries.retry import Retryable, backoff_s
from labs.kit.history import Event
from tests.e08.bench import Bench, raises

BEFORE, LOST = "failed before the effect", "acknowledgement lost"
ATTEMPT = ["look", "hook", "look", "apply"]


def test_one_attempt_in_its_order() -> None:
    """An attempt is checkpoint 1, hook, checkpoint 2, effect, in this order, and nothing else."""
    bench = Bench().carry(Job("a", 7))

    assert bench.steps == ATTEMPT
    assert bench.events == [Event("acked", "a", 1, effect="applied")]


def test_a_scripted_failure_comes_after_checkpoint_2() -> None:
    """A scripted failure ends the attempt after checkpoint 2 and before the effect."""
    bench = Bench().carry(Job("a", 7, fail_before=1))

    assert bench.steps == ["look", "hook", "look", "wait", *ATTEMPT]
    assert bench.events == [
        Event("retry", "a", 1, BEFORE),
        Event("acked", "a", 2, effect="applied"),
    ]


def test_a_lost_ack_comes_after_the_effect() -> None:
    """A lost acknowledgement repeats a job whose effect has happened: the second answer is a duplicate."""
    bench = Bench().carry(Job("a", 7, lose_ack=1))

    assert bench.steps == [*ATTEMPT, "wait", *ATTEMPT]
    assert bench.events == [
        Event("retry", "a", 1, LOST),
        Event("acked", "a", 2, effect="duplicate"),
    ]
    assert bench.store.snapshot().writes == 1


def test_acks_are_counted_when_sent() -> None:
    """An attempt that failed before the effect has sent no acknowledgement, so it uses up no lost one."""
    bench = Bench(max_attempts=4).carry(Job("a", 7, fail_before=1, lose_ack=2))

    assert bench.events == [
        Event("retry", "a", 1, BEFORE),
        Event("retry", "a", 2, LOST),
        Event("retry", "a", 3, LOST),
        Event("acked", "a", 4, effect="duplicate"),
    ]


@pytest.mark.parametrize(("attempts", "waits"), [(1, []), (2, [1]), (3, [1, 2]), (5, [1, 2, 4, 8])])
def test_waits_only_between_attempts(attempts: int, waits: list[int]) -> None:
    """There is a wait after each failed attempt that has one to follow, and none after the last."""
    bench = Bench(max_attempts=attempts).carry(Job("a", 7, fail_before=10**6))

    assert bench.waits == waits
    assert bench.events[-1] == Event("dead", "a", attempts, "attempts", "none")
    assert len(bench.events) == attempts


def test_long_waits_are_capped() -> None:
    """The waits after attempts 11, 12, 13 and 14 are 1024, 2048, 3600 and 3600 seconds."""
    bench = Bench(max_attempts=15).carry(Job("a", 7, fail_before=10**6))

    assert bench.waits[10:] == [1024, 2048, 3600, 3600]


def test_a_retry_is_recorded_before_its_wait() -> None:
    """The history says retry before the worker waits, so that a wait without end can be explained."""
    seen = []
    Bench(wait_1=lambda bench: seen.extend(bench.events)).carry(Job("a", 7, fail_before=1))

    assert seen == [Event("retry", "a", 1, BEFORE)]


@pytest.mark.parametrize("place", ["hook_1", "apply_1"])
def test_retryable_before_the_effect(place: str) -> None:
    """`Retryable` from the hook or from the effect itself counts as failed before the effect."""
    bench = Bench(**{place: raises(Retryable("not now"))}).carry(Job("a", 7))

    assert bench.waits == [1]
    assert bench.events == [
        Event("retry", "a", 1, BEFORE),
        Event("acked", "a", 2, effect="applied"),
    ]


def test_retryable_from_the_stores_write() -> None:
    """`Retryable` from the store's write counts as failed before the effect, and nothing was recorded."""
    errors = [Retryable("the write fails")]

    def write(_key: str, _amount: int) -> None:
        if errors:
            raise errors.pop()

    bench = Bench(store=EffectStore(write)).carry(Job("a", 7))

    assert bench.events == [
        Event("retry", "a", 1, BEFORE),
        Event("acked", "a", 2, effect="applied"),
    ]


def test_a_subclass_of_retryable_is_retried() -> None:
    """An error that says it is a `Retryable` is one."""

    class Busy(Retryable):
        """The receiver is busy."""

    bench = Bench(hook_1=raises(Busy("later"))).carry(Job("a", 7))

    assert [event.event for event in bench.events] == ["retry", "acked"]


def test_retryable_from_the_sleeper_is_a_bug() -> None:
    """`Retryable` from the sleeper is no answer of the job's: it passes through, and no attempt follows."""
    bench = Bench(wait_1=raises(Retryable("the sleeper is broken")))

    with pytest.raises(Retryable, match="sleeper"):
        bench.carry(Job("a", 7, fail_before=1))

    assert bench.steps == ["look", "hook", "look", "wait"]


@pytest.mark.parametrize("error", [ValueError, OSError, SystemExit, KeyboardInterrupt])
@pytest.mark.parametrize("place", ["hook_1", "apply_1", "wait_1"])
def test_other_errors_pass_through(place: str, error: type[BaseException]) -> None:
    """Any error but `Retryable` is a bug: no retry, no wait, nothing recorded about an end."""
    bench = Bench(**{place: raises(error("a bug"))})

    with pytest.raises(error, match="a bug"):
        bench.carry(Job("a", 7, lose_ack=1))

    assert [event.event for event in bench.events] == ["retry"] * (place == "wait_1")
    assert bench.waits == []


def test_a_conflict_is_permanent() -> None:
    """A key conflict is dead on attempt 1, without a wait."""
    store = EffectStore()
    store.apply_once("a", 10)

    bench = Bench(store=store).carry(Job("a", 25))

    assert (bench.steps, bench.waits) == (ATTEMPT, [])
    assert bench.events == [Event("dead", "a", 1, "key conflict", "none")]


def test_a_conflict_from_the_sleeper_is_a_bug() -> None:
    """A key conflict is an answer of the store's; from the sleeper it is a bug like any other."""
    bench = Bench(wait_1=raises(KeyConflict("a", 10, 25)))

    with pytest.raises(KeyConflict):
        bench.carry(Job("a", 7, fail_before=1))

    assert [event.event for event in bench.events] == ["retry"]


def cancelled_in(place: str, job: Job) -> Bench:
    """Carry the job, and cancel at that step."""
    return Bench(**{place: Bench.cancel}).carry(job)


@pytest.mark.parametrize(
    ("place", "steps"),
    [
        ("look_1", ["look"]),
        ("hook_1", ["look", "hook", "look"]),
        ("look_2", ["look", "hook", "look"]),
    ],
)
def test_cancelled_before_the_effect(place: str, steps: list[str]) -> None:
    """What is cancelled at or before checkpoint 2 writes nothing, and the history says effect none."""
    bench = cancelled_in(place, Job("a", 7))

    assert (bench.steps, bench.store.snapshot().writes) == (steps, 0)
    assert bench.events == [Event("cancelled", "a", 1, effect="none")]


def test_the_gap_notices_nothing() -> None:
    """Between checkpoint 2 and the effect cancellation is not noticed: the effect happens and is acked."""
    bench = cancelled_in("apply_1", Job("a", 7))

    assert bench.steps == ATTEMPT
    assert bench.events == [Event("acked", "a", 1, effect="applied")]


def test_the_wait_notices_nothing() -> None:
    """A wait is waited out; cancellation is noticed at checkpoint 1 of the attempt after it."""
    bench = cancelled_in("wait_1", Job("a", 7, fail_before=1))

    assert bench.waits == [1]
    assert bench.steps == ["look", "hook", "look", "wait", "look"]
    assert bench.events == [
        Event("retry", "a", 1, BEFORE),
        Event("cancelled", "a", 2, effect="none"),
    ]


def cancel_and_fail(bench: Bench) -> None:
    """Be cancelled after checkpoint 2, in an attempt that then fails."""
    bench.cancel()
    raise Retryable("the write fails")


def test_a_failing_attempt_does_not_notice() -> None:
    """A cancel after checkpoint 2 of an attempt that fails is noticed after its wait, not before."""
    bench = Bench(apply_1=cancel_and_fail).carry(Job("a", 7))

    assert bench.waits == [1]
    assert bench.events == [
        Event("retry", "a", 1, BEFORE),
        Event("cancelled", "a", 2, effect="none"),
    ]


def test_the_last_failure_needs_no_checkpoint() -> None:
    """A job that used up its attempts is dead, though it was cancelled in its last one."""
    bench = Bench(max_attempts=1, apply_1=cancel_and_fail).carry(Job("a", 7))

    assert bench.events == [Event("dead", "a", 1, "attempts", "none")]


@pytest.mark.parametrize("attempt", [1, 2, 3])
@pytest.mark.parametrize("checkpoint", [1, 2])
def test_each_checkpoint_of_each_attempt(attempt: int, checkpoint: int) -> None:
    """At either checkpoint of any attempt a cancel ends the job there and then."""
    look = 2 * (attempt - 1) + checkpoint
    bench = cancelled_in(f"look_{look}", Job("a", 7, fail_before=3))

    assert bench.steps.count("look") == look
    assert bench.steps.count("hook") == attempt - (checkpoint == 1)
    assert bench.waits == [1, 2][: attempt - 1]
    assert bench.events[-1] == Event("cancelled", "a", attempt, effect="none")


def test_cancelled_says_that_it_was_done() -> None:
    """Cancelled in the wait after a lost acknowledgement, the history says that the effect was applied."""
    bench = cancelled_in("wait_1", Job("a", 7, lose_ack=1))

    assert bench.store.snapshot().writes == 1
    assert bench.events == [
        Event("retry", "a", 1, LOST),
        Event("cancelled", "a", 2, effect="applied"),
    ]


def test_dead_says_that_it_was_done() -> None:
    """Dead after three lost acknowledgements, the history says that the effect was applied."""
    bench = Bench().carry(Job("a", 7, lose_ack=3))

    assert bench.store.snapshot().writes == 1
    assert bench.events == [
        Event("retry", "a", 1, LOST),
        Event("retry", "a", 2, LOST),
        Event("dead", "a", 3, "attempts", "applied"),
    ]


def test_a_duplicate_counts_as_applied() -> None:
    """The store's DUPLICATE to this submission means applied too, whoever wrote first."""
    store = EffectStore()
    store.apply_once("a", 7)

    bench = Bench(store=store, max_attempts=1).carry(Job("a", 7, lose_ack=1))

    assert bench.events == [Event("dead", "a", 1, "attempts", "applied")]


def test_a_later_failure_does_not_forget() -> None:
    """An effect once applied stays so, though a later attempt fails before it."""
    bench = Bench(max_attempts=2, hook_2=raises(Retryable("not now")))

    assert bench.carry(Job("a", 7, lose_ack=1)).events == [
        Event("retry", "a", 1, LOST),
        Event("dead", "a", 2, "attempts", "applied"),
    ]


@settings(derandomize=True, database=None, deadline=None, max_examples=200)
@given(
    fail_before=st.integers(0, 5),
    lose_ack=st.integers(0, 5),
    attempts=st.integers(1, 6),
    look=st.none() | st.integers(1, 12),
)
def test_every_fault_script_keeps_the_rules(
    fail_before: int, lose_ack: int, attempts: int, look: int | None
) -> None:
    """Whatever goes wrong, wherever it is cancelled: one end, at most one write, true effect, waits by the formula."""
    bench = Bench(max_attempts=attempts, **{f"look_{look}": Bench.cancel})
    *retries, end = bench.carry(Job("a", 7, fail_before, lose_ack)).events
    snapshot = bench.store.snapshot()

    assert {event.event for event in retries} <= {"retry"}
    assert end.event in ("acked", "dead", "cancelled")
    assert [event.attempt for event in retries] == list(range(1, len(retries) + 1))
    assert bench.waits == [backoff_s(event.attempt) for event in retries]
    assert snapshot.writes <= 1
    assert (end.effect != "none") == (snapshot.writes == 1)
    assert end.attempt <= attempts
