"""Read once: what was taken out of the store is held, and goes to one consumer."""

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from threading import Thread
from typing import Protocol

from labs.e09_destructive_read.consume import (
    AFTER_COMMIT,
    AFTER_READ,
    Commit,
    Reached,
    commit_held,
    read_destructively,
    read_then_delete,
)
from labs.e09_destructive_read.controls import TwoStepStore, UnprotectedStore, commit_in_the_look
from labs.e09_destructive_read.effect_store import EffectStore
from labs.e09_destructive_read.outcomes import NotReady, Result
from labs.e09_destructive_read.payloads import PAYLOADS
from labs.e09_destructive_read.result_store import ResultStore, StoreUnavailable
from labs.e09_destructive_read.trial import KEY, Trial
from labs.e09_destructive_read.wait import POLL_S
from labs.kit.gate import Gate
from labs.kit.history import History
from labs.kit.scenario import Observation

SHORT_CAP_S = 20
NEVER = "never"


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
    for thread, trial in zip(threads, trials, strict=True):
        thread.join()
        history.note(thread.name, f"t={trial.ended_s:g} is told {trial.told}")
    return Observation.of(history, told=sorted(trial.told for trial in trials))


class Crash(BaseException):
    """The consumer dies here; no code of its own may stop that."""


class Effects(Protocol):
    """A store of effects, protected or not."""

    def apply_once(self, key: str, result: Result) -> bool:
        """Write the result."""

    def writes(self) -> int:
        """How often the world was changed."""


Order = Callable[[ResultStore, str, Commit, Reached], None]


def two_lives(order: Order, effects: Effects, crash_at: str) -> tuple[int, int]:
    """Let a consumer crash at that point and a second one start over; how often it was handed over, and written."""
    store, handed, crashes = ResultStore(), list[Result](), [crash_at]
    store.put(KEY, PAYLOADS["done"])

    def commit(result: Result) -> None:
        handed.append(result)
        effects.apply_once(KEY, result)

    def reached(point: str) -> None:
        if point in crashes:
            crashes.remove(point)
            raise Crash(point)

    for _life in range(2):
        with suppress(Crash, NotReady):
            order(store, KEY, commit, reached)
    return len(handed), effects.writes()


def get_then_delete(order: Order) -> Observation:
    """Read, commit, then delete: a crash in between hands the result over twice, and the effect store makes it one."""
    history = History()
    handed, writes, costs = {}, {}, {}
    history.note("writes", "crash: getdel | get, delete | the same, keyed")
    for crash_at in (NEVER, AFTER_READ, AFTER_COMMIT):
        handed[crash_at], writes[crash_at] = two_lives(order, EffectStore(), crash_at)
        costs[crash_at] = {
            "getdel": two_lives(read_destructively, EffectStore(), crash_at)[1],
            "get, delete": two_lives(read_then_delete, UnprotectedStore(), crash_at)[1],
            "get, delete, keyed": two_lives(read_then_delete, EffectStore(), crash_at)[1],
        }
        counts = " | ".join(map(str, costs[crash_at].values()))
        history.note("writes", f"{crash_at}: {counts}")
    return Observation.of(history, handed=handed, writes=writes, costs=costs)
