"""Drives an answer of E08.3: cancels at chosen points, and at every point, and sees what is done and what is said."""

import threading
from collections.abc import Callable
from typing import Any

from labs.e08_retries.cancel_token import CancelToken
from labs.e08_retries.effect_store import EffectStore, Outcome
from labs.e08_retries.jobs import Job
from labs.e08_retries.retry import Retryable
from labs.e08_retries.trial import HookedClock, Trial
from labs.e08_retries.worker import WorkerFailed
from labs.kit.gate import Gate
from labs.kit.scenario import Observation


def finished(trial: Trial, meanwhile: Callable[[], None]) -> Observation:
    """Start the worker, do that meanwhile, let it work off its queue, and observe."""
    raised = None
    try:
        with trial.worker:
            meanwhile()
    except WorkerFailed as failure:
        raised = type(failure.__cause__).__name__
        trial.say(f"learns at join(): {raised}")
    return trial.observe(raised=raised)


class Stop:
    """A gate in the worker's way, and somebody who cancels while the worker stands there."""

    def __init__(self) -> None:
        self.store, self.token, self.gate = EffectStore(), CancelToken(), Gate()

    def wait(self, _job: Job) -> None:
        """Stand at the gate; this is a hook."""
        self.gate.wait()

    def before_write(self, key: str, amount: int) -> Outcome:
        """Stand at the gate, then apply."""
        self.gate.wait()
        return self.store.apply_once(key, amount)

    def after_write(self, key: str, amount: int) -> Outcome:
        """Apply, then stand at the gate."""
        outcome = self.store.apply_once(key, amount)
        self.gate.wait()
        return outcome

    def run(self, answer: Any, **where: Any) -> Observation:
        """Let two jobs come, cancel while the first stands at the gate, and open it."""
        trial = Trial(self.store, worker=answer.Worker, token=self.token, **where)
        trial.submit(Job("a", 7), Job("b", 3))

        def cancel() -> None:
            with self.gate:
                self.gate.await_arrival()
                self.token.cancel()
                trial.say("cancels")

        return finished(trial, cancel)


def barrier(answer: Any) -> Observation:
    """Cancel while the hook of the first job is entered."""
    stop = Stop()
    return stop.run(answer, hook=stop.wait)


def in_the_gap(answer: Any) -> Observation:
    """Cancel at the store's door, when the last look is over."""
    stop = Stop()
    return stop.run(answer, apply=stop.before_write)


def late(answer: Any) -> Observation:
    """Cancel when the effect of the first job has happened, before it is acknowledged."""
    stop = Stop()
    return stop.run(answer, apply=stop.after_write)


def before_start(answer: Any) -> Observation:
    """Cancel before the worker has started."""
    token = CancelToken()
    trial = Trial(EffectStore(), worker=answer.Worker, token=token)
    trial.submit(Job("a", 7), Job("b", 3))
    token.cancel()
    trial.say("cancels before the start")
    return finished(trial, lambda: None)


def in_the_wait(*jobs: Job, failures: int = 0) -> Callable[[Any], Observation]:
    """Cancel during the first wait; so many of the first writes fail."""

    def drive(answer: Any) -> Observation:
        token, coming = CancelToken(), [Retryable("the write fails")] * failures

        def write(_key: str, _amount: int) -> None:
            if coming:
                raise coming.pop()

        def cancel() -> None:
            token.cancel()
            trial.say("cancels during the wait")

        clock = HookedClock(cancel)
        trial = Trial(EffectStore(write), worker=answer.Worker, token=token, clock=clock)
        trial.submit(*jobs)
        return finished(trial, lambda: None)

    return drive


class Watched(CancelToken):
    """A token that writes down each look at it."""

    def __init__(self, steps: list[str]) -> None:
        super().__init__()
        self._steps = steps

    @property
    def cancelled(self) -> bool:
        """True once somebody has asked."""
        self._steps.append("look")
        return super().cancelled


def two_looks(answer: Any) -> Observation:
    """Cancel nothing, and write down where the token is looked at."""
    steps: list[str] = []  # the worker's thread alone adds to it
    store = EffectStore()

    def apply(key: str, amount: int) -> Outcome:
        steps.append("effect")
        return store.apply_once(key, amount)

    trial = Trial(
        store,
        worker=answer.Worker,
        token=Watched(steps),
        apply=apply,
        hook=lambda _job: steps.append("hook"),
        clock=HookedClock(lambda: steps.append("wait")),
    )
    trial.submit(Job("a", 7, lose_ack=1), Job("b", 3, fail_before=1))
    observation = finished(trial, lambda: None)
    return Observation(
        {**observation.observed, "steps": steps}, observation.events, observation.story
    )


def any_moment(answer: Any) -> Observation:
    """Cancel from another thread, at whatever moment it comes."""
    token = CancelToken()
    trial = Trial(EffectStore(), worker=answer.Worker, token=token)
    trial.submit(Job("a", 7, lose_ack=1), Job("b", 3))
    canceller = threading.Thread(target=token.cancel, name="canceller")
    observation = finished(trial, canceller.start)
    canceller.join()
    return observation


DRIVES = {
    "barrier": barrier,
    "before-start": before_start,
    "in-the-gap": in_the_gap,
    "late": late,
    "cancelled-but-done": in_the_wait(Job("a", 7, lose_ack=1), Job("b", 3)),
    "cancelled-not-done": in_the_wait(Job("a", 7), Job("b", 3), failures=1),
    "two-looks": two_looks,
    "any-moment": any_moment,
}
