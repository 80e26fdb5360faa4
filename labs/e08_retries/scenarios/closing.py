"""Closing: the door shuts, the queue ends, and every job that was let in is accounted for."""

from collections.abc import Callable
from functools import partial
from threading import Thread
from typing import Any

from labs.e08_retries.effect_store import EffectStore, Outcome
from labs.e08_retries.jobs import Job
from labs.e08_retries.trial import Trial
from labs.e08_retries.worker import Closed, Worker
from labs.kit.gate import Gate
from labs.kit.history import count
from labs.kit.scenario import Observation


def drain(join_first: bool, pinned: bool = False) -> Observation:
    """A draining close finishes the queue."""
    with Gate() as pin:
        trial = Trial(EffectStore(), hook=(lambda _job: pin.wait()) if pinned else None)
        trial.submit(Job("a", 7), Job("b", 3))
        trial.worker.start()
        trial.worker.close()
        if join_first:
            trial.worker.join()
        acked_when_read = count(trial.history.events(), "acked")
        trial.say(f"reads the results: {acked_when_read} of 2 acked")
    trial.worker.join()
    return trial.observe(acked_when_read=acked_when_read)


def no_drain(worker: type[Worker]) -> Observation:
    """A close that does not drain starts nothing more."""
    store, gate = EffectStore(), Gate()

    def stop_before_write(key: str, amount: int) -> Outcome:
        gate.wait()
        return store.apply_once(key, amount)

    trial = Trial(store, apply=stop_before_write, worker=worker)
    trial.submit(Job("a", 7), Job("b", 3), Job("c", 5))
    with trial.worker, gate:
        gate.await_arrival()
        trial.worker.close(drain=False)
        trial.say("closes without draining")
    return trial.observe()


def submitted(trial: Trial, job: Any) -> str:
    """Submit, and say what came of it: accepted, or the name of the refusal."""
    try:
        trial.submit(job)
    except (Closed, TypeError) as refusal:
        return type(refusal).__name__
    return "accepted"


def closed_door(worker: Callable[..., Worker], pinned: bool = False) -> Observation:
    """After close nothing gets in, and None never did."""
    racing: list[str] = []
    with Gate() as pin:
        make = partial(worker, after_check=pin.wait) if pinned else worker
        trial = Trial(EffectStore(), worker=make)
        none = submitted(trial, None)
        trial.worker.start()
        offer = Thread(
            target=lambda: racing.append(submitted(trial, Job("b", 3))), name="submitter"
        )
        offer.start()
        if pinned:
            pin.await_arrival()
        trial.worker.close()
        trial.say("closes")
    offer.join()
    trial.worker.join()
    late = submitted(trial, Job("late", 1))
    trial.say(f"offered None: {none}; b beside the close: {racing[0]}; late: {late}")
    return trial.observe(none=none, late=late, racing=racing[0])
