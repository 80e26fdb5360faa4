"""Redelivery: the job comes again, and the world must not notice."""

from collections.abc import Callable
from typing import Any

from labs.e08_retries.controls import Order, SplitStore
from labs.e08_retries.effect_store import EffectStore
from labs.e08_retries.jobs import Job
from labs.e08_retries.retry import Retryable
from labs.e08_retries.trial import HookedClock, Store, Trial, together
from labs.e08_retries.worker import Closed, Worker, WorkerFailed
from labs.kit.gate import Gate
from labs.kit.history import History
from labs.kit.scenario import Observation

BEYOND_ANY_HORIZON = 10**6


def lost_ack(store: type[Store]) -> Observation:
    """A lost acknowledgement does not charge twice."""
    trial = Trial(store())
    trial.run(Job("a", 7, lose_ack=1))
    return trial.observe()


def queue(store: type[Store]) -> Observation:
    """A lost acknowledgement, a duplicate and a poison job do not spoil the good job behind them."""
    trial = Trial(store())
    poison = Job("poison", 99, fail_before=BEYOND_ANY_HORIZON)
    trial.run(Job("a", 7, lose_ack=1), Job("a", 7), poison, Job("b", 3))
    return trial.observe()


def fails_once() -> Callable[[str, int], None]:
    """A write that raises `Retryable` the first time and works from then on."""
    calls: list[str] = []

    def write(key: str, amount: int) -> None:
        calls.append(key)
        if len(calls) == 1:
            raise Retryable(f"the first write of {key} ({amount}) fails")

    return write


def fail_before(store: type[EffectStore]) -> Observation:
    """A failure before the effect loses nothing."""
    trial = Trial(store(fails_once()))
    trial.run(Job("a", 7))
    return trial.observe()


class HorizonReached(Exception):
    """The scenario has seen enough and ends the worker."""


def poison(max_attempts: int, horizon: int) -> Observation:
    """A job that always fails ends; it holds the queue for its own waits, not for ever."""

    def stop_at_horizon() -> None:
        if len(clock.waits()) == horizon - 1:
            raise HorizonReached(f"{horizon} attempts, and no end")

    clock = HookedClock(stop_at_horizon)
    trial = Trial(EffectStore(), max_attempts=max_attempts, clock=clock)
    try:
        trial.run(Job("poison", 99, fail_before=BEYOND_ANY_HORIZON), Job("b", 3))
    except WorkerFailed as failure:
        trial.say(f"stops watching: {failure.__cause__}")
    return trial.observe()


def dead_but_done(replay_key: str) -> Observation:
    """Dead says that we stopped, not that nothing happened; a replay keeps its key."""
    trial = Trial(EffectStore())
    trial.run(Job("a", 7, lose_ack=3))
    trial.say(f"replays the dead letter under key {replay_key}")
    trial.replace_worker()
    trial.run(Job(replay_key, 7))
    return trial.observe()


def key_conflict(store: type[Store]) -> Observation:
    """One key, one operation."""
    trial = Trial(store())
    trial.run(Job("a", 10), Job("a", 25))
    return trial.observe()


def frozen(order: Order) -> Job:
    """Make a job of the caller's order, as it is now."""
    return Job(order.key, order.amount, order.fail_before, order.lose_ack)


def as_it_is(order: Any) -> Any:
    """Hand over the caller's own object."""
    return order


def key_drift(worker: type[Worker], queued: Callable[[Order], Job]) -> Observation:
    """A queued job's identity is frozen."""
    order = Order("a", 7, lose_ack=1)

    def caller_reuses_its_object() -> None:
        order.key = "b"
        trial.say("reuses its order object: the key is now b")

    trial = Trial(EffectStore(), worker=worker, clock=HookedClock(caller_reuses_its_object))
    trial.run(queued(order))
    return trial.observe(key_at_end=order.key)


def same_key_race(store: type[EffectStore], pinned: bool = False) -> Observation:
    """Two threads, one key, one effect, in every schedule."""
    start, pin, history = Gate(), Gate(), History()
    raced = SplitStore(after_check=pin.wait) if pinned else store()
    told: list[str] = []

    def call() -> None:
        start.wait()
        outcome = raced.apply_once("a", 7).value
        told.append(outcome)
        history.note("caller", f"is told {outcome}")

    def release_together() -> None:
        for gate in (start, pin) if pinned else (start,):
            gate.await_arrival()
            gate.await_arrival()
            gate.open()

    together(call, call, release_together)
    snapshot = raced.snapshot()
    return Observation.of(history, total=snapshot.total, writes=snapshot.writes, told=sorted(told))


def unknown_error(worker: type[Worker]) -> Observation:
    """A bug is not retried and reaches the caller."""

    def hook(job: Job) -> None:
        if job.key == "a":
            raise ValueError("a bug in the hook")

    trial = Trial(EffectStore(), worker=worker, hook=hook)
    raised = door = None
    try:
        trial.run(Job("a", 7), Job("b", 3), Job("c", 5))
    except WorkerFailed as failure:
        raised = type(failure.__cause__).__name__
        trial.say(f"learns at join(): {failure}, {failure.__cause__!r}")
    try:
        trial.submit(Job("late", 1))
    except Closed:
        door = "shut"
    return trial.observe(raised=raised, door=door)
