"""Crashing between read, commit and delete: what each order of the three costs."""

from collections.abc import Callable
from contextlib import suppress
from typing import Protocol

from labs.e09_destructive_read.consume import (
    AFTER_COMMIT,
    AFTER_READ,
    Commit,
    Reached,
    read_destructively,
    read_then_delete,
)
from labs.e09_destructive_read.controls import UnprotectedStore
from labs.e09_destructive_read.effect_store import EffectStore
from labs.e09_destructive_read.outcomes import NotReady, Result
from labs.e09_destructive_read.payloads import PAYLOADS
from labs.e09_destructive_read.result_store import ResultStore
from labs.e09_destructive_read.trial import KEY
from labs.kit.history import History
from labs.kit.scenario import Observation

NEVER = "never"


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
    history.note("writes", "crash: getdel | get+delete | keyed")
    for crash_at in (NEVER, AFTER_READ, AFTER_COMMIT):
        handed[crash_at], writes[crash_at] = two_lives(order, EffectStore(), crash_at)
        costs[crash_at] = {
            "getdel": two_lives(read_destructively, EffectStore(), crash_at)[1],
            "get+delete": two_lives(read_then_delete, UnprotectedStore(), crash_at)[1],
            "get+delete keyed": two_lives(read_then_delete, EffectStore(), crash_at)[1],
        }
        counts = " | ".join(map(str, costs[crash_at].values()))
        history.note("writes", f"{crash_at}: {counts}")
    return Observation.of(history, handed=handed, writes=writes, costs=costs)
