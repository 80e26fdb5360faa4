"""Read once: what was taken out of the store is held, and goes to one consumer."""

from collections.abc import Callable
from functools import partial
from threading import Thread

from labs.e09_destructive_read.consume import commit_held
from labs.e09_destructive_read.controls import TwoStepStore, commit_in_the_look
from labs.e09_destructive_read.effect_store import EffectStore
from labs.e09_destructive_read.outcomes import Result
from labs.e09_destructive_read.payloads import PAYLOADS
from labs.e09_destructive_read.result_store import ResultStore, StoreUnavailable
from labs.e09_destructive_read.trial import KEY, Trial
from labs.e09_destructive_read.wait import POLL_S
from labs.kit.gate import Gate
from labs.kit.history import History
from labs.kit.scenario import Observation

SHORT_CAP_S = 20


def unavailable_once() -> Callable[[], None]:
    """A write that finds its store unavailable the first time, and works from then on."""
    calls: list[None] = []

    def write() -> None:
        calls.append(None)
        if len(calls) == 1:
            raise StoreUnavailable("the record cannot be reached")

    return write


def gone_after_read(commit_in_look: bool) -> Observation:
    """What was read is held through the failure of the next step."""
    trial, effects = Trial(), EffectStore(unavailable_once())
    commit = partial(effects.apply_once, KEY)
    trial.produce(0, PAYLOADS["done"])
    if commit_in_look:
        trial.run(around=commit_in_the_look(commit), cap_s=SHORT_CAP_S)
    else:
        trial.run(cap_s=SHORT_CAP_S)
        if trial.result is not None:
            commit_held(commit, trial.result, trial.timeline.sleep)
            trial.say("worker", "commits what it held, at the second attempt")
    return trial.observe(writes=effects.writes(), waits=trial.timeline.sleeps_s)


def last_look(wait: Callable[..., Result]) -> Observation:
    """Cancelled or at the cap there is one last look: a result that is there is returned, else the cause is told."""
    told, history = {}, History()
    for name, cancel_s, result_s in (
        ("cancelled, result there", 4, 3),
        ("cancelled, nothing there", 4, None),
        ("at the cap, result there", None, SHORT_CAP_S - 1),
        ("at the cap, nothing there", None, None),
    ):
        trial = Trial()
        if result_s is not None:
            trial.produce(result_s, PAYLOADS["done"], lost_notice=True)
        if cancel_s is not None:
            trial.cancel(cancel_s)
        trial.run(wait, cap_s=SHORT_CAP_S)
        told[name] = [trial.told, trial.ended_s]
        history.note("caller", f"t={trial.ended_s:g} {name}: {trial.told}")
    return Observation.of(history, told=told)


def two_consumers(store: type[ResultStore], pinned: bool = False) -> Observation:
    """Two consumers of one result: exactly one gets it, in every schedule."""
    pin, history = Gate(), History()
    shared = TwoStepStore(between=pin.wait) if pinned else store()
    shared.put(KEY, PAYLOADS["done"])
    trials = [Trial(shared), Trial(shared)]
    threads = [
        Thread(target=partial(trial.run, cap_s=POLL_S), name=f"consumer {number}")
        for number, trial in enumerate(trials, 1)
    ]
    with pin:
        for thread in threads:
            thread.start()
        for _thread in threads if pinned else ():
            pin.await_arrival()
    for thread in threads:
        thread.join()
    told = sorted(trial.told for trial in trials)
    for what in told:
        history.note("consumers", f"one is told {what}")
    return Observation.of(history, told=told)
