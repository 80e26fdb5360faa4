"""Cancelling: somebody asks the worker to stop, and what is said about it must be true."""

from labs.e08_retries.cancel_token import CancelToken
from labs.e08_retries.effect_store import EffectStore, Outcome
from labs.e08_retries.jobs import Job
from labs.e08_retries.trial import HookedClock, Trial
from labs.e08_retries.worker import Worker
from labs.kit.gate import Gate
from labs.kit.history import History
from labs.kit.scenario import Observation


def cancel_at(gate: Gate, trial: Trial, token: CancelToken) -> None:
    """Cancel while a thread stands at the gate, then let it go on and wait for the end."""
    with trial.worker, gate:
        gate.await_arrival()
        token.cancel()
        trial.say("cancels")


def cancel_checkpoint(worker: type[Worker]) -> Observation:
    """Cancelled at the checkpoint, nothing is written."""
    store, token, gate = EffectStore(), CancelToken(), Gate()
    trial = Trial(store, worker=worker, token=token, hook=lambda _job: gate.wait())
    trial.submit(Job("a", 7), Job("b", 3))
    cancel_at(gate, trial, token)
    return trial.observe(entered=1 + gate.arrivals())


def late_cancel(worker: type[Worker]) -> Observation:
    """Cancelling does not undo."""
    store, token, gate = EffectStore(), CancelToken(), Gate()

    def stop_after_effect(key: str, amount: int) -> Outcome:
        outcome = store.apply_once(key, amount)
        gate.wait()
        return outcome

    trial = Trial(store, apply=stop_after_effect, worker=worker, token=token)
    trial.submit(Job("a", 4))
    cancel_at(gate, trial, token)
    return trial.observe()


def cancelled_but_done(history: type[History]) -> Observation:
    """Cancelled in the wait after a lost acknowledgement: stopped, and done."""
    store, token = EffectStore(), CancelToken()

    def cancel_in_the_wait() -> None:
        token.cancel()
        trial.say("cancels during the wait")

    clock = HookedClock(cancel_in_the_wait)
    trial = Trial(store, token=token, clock=clock, history=history())
    trial.run(Job("a", 7, lose_ack=1))
    (cancelled,) = [event for event in trial.history.events() if event.event == "cancelled"]
    if cancelled.effect != "applied":
        trial.say("takes cancelled for 'nothing happened' and asks again under key a-again")
        trial.replace_worker()
        trial.run(Job("a-again", 7))
    return trial.observe()


def cancel_in_the_gap(writes_promised: int) -> Observation:
    """A cancel after checkpoint 2 comes too late: cancellation and effect are not one atomic step."""
    store, token, gate = EffectStore(), CancelToken(), Gate()

    def stop_before_write(key: str, amount: int) -> Outcome:
        gate.wait()
        return store.apply_once(key, amount)

    trial = Trial(store, apply=stop_before_write, token=token)
    trial.submit(Job("a", 7))
    cancel_at(gate, trial, token)
    trial.say(f"was promised at most {writes_promised} write(s) after its cancel")
    return trial.observe(promised=writes_promised, written_after_cancel=store.snapshot().writes)
