"""Drives an answer of E08.4: the store and the history are the driver's own, and so is every caller."""

import threading
from collections.abc import Callable
from functools import partial
from queue import Queue
from typing import Any

from labs.e08_retries.effect_store import EffectStore, Outcome
from labs.e08_retries.jobs import Job
from labs.e08_retries.trial import Trial
from labs.e08_retries.worker import WorkerFailed
from labs.kit.gate import Gate
from labs.kit.history import History
from labs.kit.scenario import Observation

DRAINING = {True: "draining", False: "not draining"}


class Titled(Job):
    """Looks like a job, and could carry anything."""


class TellingHistory(History):
    """A history that says when the worker has recorded its end."""

    def __init__(self) -> None:
        super().__init__()
        self.ended: Queue[None] = Queue()

    def record(self, event: str, *args: Any, **fields: Any) -> None:
        """Record, and say so if it was `closed`."""
        super().record(event, *args, **fields)
        if event == "closed":
            self.ended.put(None)


def told_by(call: Callable[[], None]) -> str:
    """Call, and say what the caller is told: that it returned, or the error by name."""
    try:
        call()
    except WorkerFailed as failure:
        return f"{failure}, {type(failure.__cause__).__name__}"
    except (Exception, SystemExit) as error:  # noqa: BLE001 - reported: the parent judges it
        return type(error).__name__
    return "returned"


def offer(trial: Trial, job: Any) -> str:
    """Offer a job; answer what the caller is told."""
    told = told_by(lambda: trial.submit(job))
    return "accepted" if told == "returned" else told


def drain(answer: Any) -> Observation:
    """Close while jobs are queued that need a retry each; wait, and read."""
    trial = Trial(EffectStore(), worker=answer.Worker)
    trial.submit(Job("a", 7, lose_ack=1), Job("b", 3, fail_before=1))
    trial.worker.start()
    trial.worker.close()
    return trial.observe(joined=told_by(trial.worker.join))


def closed_in_hand(*drains: bool) -> Callable[[Any], Observation]:
    """Close, once for each flag, while the first of three jobs stands at the store's door."""

    def drive(answer: Any) -> Observation:
        store, gate = EffectStore(), Gate()

        def stop_before_write(key: str, amount: int) -> Outcome:
            gate.wait()
            return store.apply_once(key, amount)

        trial = Trial(store, apply=stop_before_write, worker=answer.Worker)
        trial.submit(Job("a", 7), Job("b", 3), Job("c", 5))
        trial.worker.start()
        with gate:
            gate.await_arrival()
            closed = [told_by(partial(trial.worker.close, drain=drain)) for drain in drains]
            trial.say(f"closes, {', then '.join(DRAINING[drain] for drain in drains)}")
        joined = told_by(trial.worker.join)
        return trial.observe(closed=closed, joined=joined)

    return drive


def only_jobs(answer: Any) -> Observation:
    """Offer what is no job, then a job."""
    trial = Trial(EffectStore(), worker=answer.Worker)
    offers = {"None": None, "a key": "a", "a subclass of Job": Titled("t", 1), "a job": Job("a", 7)}
    told = {name: offer(trial, thing) for name, thing in offers.items()}
    trial.say(f"offers None, and is told: {told['None']}")
    trial.worker.start()
    trial.worker.close()
    return trial.observe(told=told, joined=told_by(trial.worker.join))


def closed_door(answer: Any) -> Observation:
    """Submit from another thread beside the close, and once more when all is over."""
    trial = Trial(EffectStore(), worker=answer.Worker)
    told: list[str] = []
    submitter = threading.Thread(
        target=lambda: told.append(offer(trial, Job("b", 3))), name="submitter"
    )
    trial.worker.start()
    submitter.start()
    trial.worker.close()
    submitter.join()
    joined = told_by(trial.worker.join)
    late = offer(trial, Job("late", 1))
    trial.say(f"b beside the close: {told[0]}; late: {late}")
    return trial.observe(beside=told[0], late=late, joined=joined)


def raiser(bug: Callable[[str], BaseException]) -> Callable[[Job], None]:
    """A hook with a bug, which job a meets."""

    def hook(job: Job) -> None:
        if job.key == "a":
            raise bug("a bug in the hook")

    return hook


def crash(bug: Callable[[str], BaseException]) -> Callable[[Any], Observation]:
    """Let a bug end the worker with two jobs queued, and ask twice how it ended."""

    def drive(answer: Any) -> Observation:
        trial = Trial(EffectStore(), worker=answer.Worker, hook=raiser(bug))
        trial.submit(Job("a", 7), Job("b", 3), Job("c", 5))
        trial.worker.start()
        trial.worker.close()
        joined = [told_by(trial.worker.join), told_by(trial.worker.join)]
        trial.say(f"learns at join(): {joined[0]}")
        return trial.observe(joined=joined)

    return drive


def crash_door(answer: Any) -> Observation:
    """Wait until a bug has ended the worker; offer it a job, and join it without a close."""
    history = TellingHistory()
    trial = Trial(EffectStore(), worker=answer.Worker, hook=raiser(ValueError), history=history)
    trial.submit(Job("a", 7))
    trial.worker.start()
    history.ended.get()
    late = offer(trial, Job("late", 1))
    trial.say(f"offers a job to the dead worker: {late}")
    return trial.observe(late=late, joined=told_by(trial.worker.join))


def crash_race(answer: Any) -> Observation:
    """Submit while a bug ends the worker."""
    trial = Trial(EffectStore(), worker=answer.Worker, hook=raiser(ValueError))
    trial.submit(Job("a", 7))
    trial.worker.start()
    beside = offer(trial, Job("b", 3))
    trial.worker.close()
    joined = told_by(trial.worker.join)
    trial.say(f"b beside the crash: {beside}")
    return trial.observe(beside=beside, joined=joined)


def join_too_early(answer: Any) -> Observation:
    """Join when it would wait for ever: before the start, closed or not, and before the close."""
    unstarted = answer.Worker(EffectStore().apply_once)
    unstarted.close()
    trial = Trial(EffectStore(), worker=answer.Worker)
    trial.submit(Job("a", 7))
    told = {"never started": told_by(unstarted.join), "before start": told_by(trial.worker.join)}
    trial.worker.start()
    told["before close"] = told_by(trial.worker.join)
    trial.worker.close()
    return trial.observe(told=told, joined=told_by(trial.worker.join))


def own_thread(answer: Any) -> Observation:
    """Join in the worker's own thread, once the door is shut: it would wait for itself."""
    shut: Queue[None] = Queue()
    told: list[str] = []

    def hook(_job: Job) -> None:
        shut.get()
        told.append(told_by(trial.worker.join))

    trial = Trial(EffectStore(), worker=answer.Worker, hook=hook)
    trial.submit(Job("a", 7))
    trial.worker.start()
    trial.worker.close()
    shut.put(None)
    return trial.observe(told=told, joined=told_by(trial.worker.join))


def with_block(answer: Any) -> Observation:
    """Submit in a with block, and read when it has been left."""
    trial = Trial(EffectStore(), worker=answer.Worker)
    with trial.worker:
        trial.submit(Job("a", 7), Job("b", 3))
    return trial.observe(late=offer(trial, Job("late", 1)))


def with_error(answer: Any) -> Observation:
    """Leave a with block by an error, while a bug ends the worker."""
    trial = Trial(EffectStore(), worker=answer.Worker, hook=raiser(ValueError))
    trial.submit(Job("a", 7))

    def body() -> None:
        with trial.worker:
            raise LookupError("the body fails")

    left = told_by(body)
    trial.say(f"leaves the with block by its own error, and is told: {left}")
    return trial.observe(left=left, joined=told_by(trial.worker.join))


def unjoined(answer: Any) -> Observation:
    """Close and go away; what is written is read when every thread that the program waits for has ended."""
    store, written = EffectStore(), list[str]()

    def write_down(key: str, amount: int) -> Outcome:
        outcome = store.apply_once(key, amount)
        written.append(key)
        return outcome

    trial = Trial(store, apply=write_down, worker=answer.Worker)
    trial.submit(Job("a", 7), Job("b", 3))
    trial.worker.start()
    trial.worker.close()
    story = [{"lane": "caller", "text": "closes, and goes away without a join"}]
    return Observation({"written": written}, story=story)


DRIVES = {
    "drain": drain,
    "no-drain": closed_in_hand(False),
    "close-twice": closed_in_hand(True, True),
    "escalate": closed_in_hand(True, False),
    "no-way-back": closed_in_hand(False, True),
    "only-jobs": only_jobs,
    "closed-door": closed_door,
    "crash": crash(ValueError),
    "exit": crash(SystemExit),
    "crash-door": crash_door,
    "crash-race": crash_race,
    "join-too-early": join_too_early,
    "own-thread": own_thread,
    "with-block": with_block,
    "with-error": with_error,
    "unjoined": unjoined,
}
