"""Drives an answer of E10.1: jobs that always fail, and a count of the attempts that the answer allows."""

import threading
from collections.abc import Callable
from typing import Any

from labs.e10_retry_budget.counter_store import CounterStore
from labs.kit.clock import VirtualClock
from labs.kit.history import History
from labs.kit.scenario import Json, Observation

TTL_S = 100
HORIZON = 6

Drive = Callable[[Any], Observation]


class Killed(BaseException):
    """The worker is killed here."""


class Shop:
    """Lets jobs fail, and keeps what the answer says to it; its store may kill whoever sends a command."""

    def __init__(self, answer: Any) -> None:
        self.history = History()
        self.clock = VirtualClock()
        self.counters = CounterStore(self.clock.now, self._after_command)
        self.budget = answer.Budget(self.counters, TTL_S)
        self.to_kill: list[str] = []

    def fail(self, job: str, limit: int | None = None, *, budget: Any = None) -> str:
        """Let the job fail once; what its worker is told."""
        try:
            allowed = (budget or self.budget).may_retry(job, limit)
        except ValueError:
            told = "refused"
        except Killed:
            told = "killed"
        else:
            told = {True: "retry", False: "give up"}.get(allowed, repr(allowed))
        said = "" if limit is None else f", limit {limit}"
        self.history.note("worker", f"t={self.clock.now():g} {job} fails{said}: {told}")
        return told

    def attempts(self, job: str, limit: int | None = None) -> int | str:
        """How many attempts are made at a job that always fails."""
        for attempt in range(1, HORIZON + 1):
            told = self.fail(job, limit)
            if told != "retry":
                return attempt if told == "give up" else told
        return "no end"

    def observe(self, **figures: Json) -> Observation:
        """What was told."""
        return Observation.of(self.history, **figures)

    def _after_command(self) -> None:
        if self.to_kill:
            self.to_kill.pop()
            raise Killed


def attempts(*limits: int | None) -> Drive:
    """A job for each limit; each fails until it is given up."""

    def drive(answer: Any) -> Observation:
        shop = Shop(answer)
        made = {f"limit {limit}": shop.attempts(f"job-{limit}", limit) for limit in limits}
        return shop.observe(attempts=made)

    return drive


def refused(answer: Any) -> Observation:
    """Limits that are none, then the same job with one; and a job that is tried for as long as it is let."""
    shop = Shop(answer)
    told = [shop.fail("j1", limit) for limit in (0, -1, -10)]
    made = {"j1, limit 3": shop.attempts("j1", 3), "j2, limit 0": shop.attempts("j2", 0)}
    return shop.observe(told=told, attempts=made)


def at(*failures: tuple[float, str]) -> Drive:
    """Let jobs fail at these seconds."""

    def drive(answer: Any) -> Observation:
        shop = Shop(answer)
        told = []
        for second, job in failures:
            shop.clock.advance(second - shop.clock.now())
            told.append(shop.fail(job, 3))
        return shop.observe(told=told)

    return drive


def killed(answer: Any) -> Observation:
    """Kill a worker after its first command; the job is delivered again at once, and again when the time is over."""
    shop = Shop(answer)
    shop.to_kill.append("the first")
    told = [shop.fail("j1")]
    told.append(shop.fail("j1"))
    shop.clock.advance(TTL_S)
    told.append(shop.fail("j1"))
    return shop.observe(told=told)


def killed_alone(answer: Any) -> Observation:
    """Kill a worker after its first command; the job is replayed when the time is over, and again after that."""
    shop = Shop(answer)
    shop.to_kill.append("the first")
    told = [shop.fail("j1")]
    for _day in range(2):
        shop.clock.advance(TTL_S)
        told.append(shop.fail("j1"))
    return shop.observe(told=told)


def two_workers(answer: Any) -> Observation:
    """Two workers, each with a budget of its own over the one store, take turns at a job."""
    shop = Shop(answer)
    budgets = [shop.budget, answer.Budget(shop.counters, TTL_S)]
    told = [shop.fail("j1", 4, budget=budgets[turn % 2]) for turn in range(4)]
    return shop.observe(told=told)


def at_once(answer: Any) -> Observation:
    """Two workers have one job in hand, and it fails with both at once."""
    shop = Shop(answer)
    told: list[str] = []
    workers = [
        threading.Thread(target=lambda: told.append(shop.fail("j1")), name=f"worker {number}")
        for number in (1, 2)
    ]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    return shop.observe(told=sorted(told))


DRIVES = {
    "limit": attempts(None),
    "limits": attempts(1, 2, 3, 5),
    "refused": refused,
    "late": at((0, "j1"), (1, "j1"), (2, "j1"), (3, "j1"), (4, "j1"), (5, "j1"), (6, "j1")),
    "jobs": at((0, "j1"), (0, "j2"), (0, "j1"), (0, "j2"), (0, "j1"), (0, "j2")),
    "window": at((0, "j1"), (60, "j1"), (99, "j1"), (100, "j1"), (150, "j1"), (199, "j1")),
    "killed": killed,
    "killed-alone": killed_alone,
    "two-workers": two_workers,
    "at-once": at_once,
}
