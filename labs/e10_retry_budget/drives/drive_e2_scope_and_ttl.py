"""Drives an answer of E10.2: failures of certain jobs, steps and nodes, and budgets that are to be refused."""

import threading
from collections.abc import Callable, Sequence
from typing import Any

from labs.e10_retry_budget.counter_store import CounterStore
from labs.e10_retry_budget.errors import AttemptFailed, HardCap, ProtocolError, StepError
from labs.e10_retry_budget.jobs import Job
from labs.kit.clock import VirtualClock
from labs.kit.history import History
from labs.kit.scenario import Json, Observation

Drive = Callable[[Any], Observation]
Failure = tuple[Job, AttemptFailed]

GAPS = (10, 90, 20)  # the longest neither first nor last; mean 40, sum 120
SEPARATORS = (":", "-", "/", "|", ".", "_", " ", "::", "")


class Killed(BaseException):
    """The worker is killed here."""


def failed(
    job: str,
    step: str = "render",
    node: str = "n1",
    declared: str = "render",
    about: str = "doc-7",
) -> Failure:
    """A failure of that step in a job about that document."""
    return Job(job, about, declared), StepError(step, node, "out of memory")


class Desk:
    """Takes failures to a budget, and keeps the numbers; its store may kill whoever sends a command."""

    def __init__(
        self,
        answer: Any,
        limit: int = 3,
        ttl: float = 1_000,
        gaps: Sequence[float] = (60,),
        refresh: bool = False,
    ) -> None:
        self.history = History()
        self.clock = VirtualClock()
        self.counters = CounterStore(self.clock.now, self._after_command)
        self._settings = (limit, ttl, gaps, refresh)
        self.budget = self.budget_of(answer)
        self.counts: list[int | str] = []
        self.to_kill: list[str] = []

    def budget_of(self, answer: Any) -> Any:
        """One more budget over the same store."""
        return answer.RetryBudget(self.counters, *self._settings)

    def spend(self, failure: Failure, budget: Any = None) -> None:
        """Count this failure."""
        job, error = failure
        try:
            count = (budget or self.budget).spend(job, error)
        except Killed:
            count = "killed"
        self.counts.append(count)
        what = f"{job.id}, {error.step} on {error.node}"
        self.history.note("worker", f"t={self.clock.now():g} {what}: {count}")

    def observe(self, **more: Json) -> Observation:
        """The numbers, in order."""
        return Observation.of(self.history, counts=list(self.counts), **more)

    def _after_command(self) -> None:
        if self.to_kill:
            self.to_kill.pop()
            raise Killed


def counts(*failures: Failure) -> Drive:
    """Count these failures, all at one second."""

    def drive(answer: Any) -> Observation:
        desk = Desk(answer)
        for failure in failures:
            desk.spend(failure)
        return desk.observe()

    return drive


def names(answer: Any) -> Observation:
    """Pairs of names that make one text if they are joined by this or that."""
    history = History()
    met = {}
    for separator in SEPARATORS:
        desk = Desk(answer)
        desk.spend(failed(f"a{separator}b", "c"))
        desk.spend(failed("a", f"b{separator}c"))
        met[separator] = desk.counts
        history.note("worker", f"{separator!r} in the names: {desk.counts}")
    return Observation.of(history, met=met)


def seconds(*at: float, **settings: Any) -> Drive:
    """Let one step of one job fail at these seconds."""

    def drive(answer: Any) -> Observation:
        desk = Desk(answer, **settings)
        for second in at:
            desk.clock.advance(second - desk.clock.now())
            desk.spend(failed("j1"))
        return desk.observe()

    return drive


def refused(*settings: tuple[int, float], refresh: bool, gaps: Sequence[float] = GAPS) -> Drive:
    """Build budgets with these limits and times to live."""

    def drive(answer: Any) -> Observation:
        history = History()
        built = {}
        for limit, ttl in settings:
            try:
                Desk(answer, limit, ttl, gaps, refresh)
            except ValueError:
                said = "refused"
            else:
                said = "taken"
            built[f"limit {limit}, ttl {ttl:g}"] = said
            history.note("budget", f"limit {limit}, ttl {ttl:g}: {said}")
        return Observation.of(history, built=built)

    return drive


def too_short(answer: Any) -> Observation:
    """Build a budget that cannot hold; if it is taken, let a step fail twice, the longest gap apart."""
    try:
        desk = Desk(answer, 2, ttl=15, gaps=GAPS)
    except ValueError:
        return Observation({"counts": "refused"})
    desk.spend(failed("j1"))
    desk.clock.advance(max(GAPS))
    desk.spend(failed("j1"))
    return desk.observe()


def killed(answer: Any) -> Observation:
    """Kill a worker after its first command; let the step fail again when the time is over, and once more."""
    desk = Desk(answer, ttl=1_000)
    desk.to_kill.append("the first")
    for _day in range(3):
        desk.spend(failed("j1"))
        desk.clock.advance(1_000)
    return desk.observe()


def two_workers(answer: Any) -> Observation:
    """Two workers, each with a budget of its own over the one store, take turns."""
    desk = Desk(answer)
    other = desk.budget_of(answer)
    for budget in (desk.budget, other, desk.budget, other):
        desk.spend(failed("j1"), budget)
    return desk.observe()


def at_once(answer: Any) -> Observation:
    """One step fails with two workers at once."""
    desk = Desk(answer)
    workers = [
        threading.Thread(target=lambda: desk.spend(failed("j1")), name=f"worker {number}")
        for number in (1, 2)
    ]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    desk.counts.sort(key=str)
    return desk.observe()


PREPARES, RENDERS = failed("j1", "prepare"), failed("j1", "render")
KINDS = [(Job("j1"), kind("render", "n1", "why")) for kind in (StepError, ProtocolError, HardCap)]
DRIVES = {
    "two-jobs": counts(
        failed("j1"), failed("j2"), failed("j1"), failed("j2"), failed("j3", about="doc-8")
    ),
    "two-steps": counts(
        RENDERS, PREPARES, RENDERS, PREPARES, failed("j1", "prepare", declared="prepare")
    ),
    "requeued": counts(failed("j1"), failed("j1"), failed("j1")),
    "other-node": counts(failed("j1"), failed("j1", node="n2"), failed("j1")),
    "kinds": counts(*KINDS),
    "names": names,
    "fixed": refused(
        (2, 10),
        (2, 40),
        (2, 89),
        (2, 90),
        (2, 91),
        (3, 120),
        (3, 180),
        (3, 181),
        (4, 270),
        (4, 271),
        (1, 1),
        refresh=False,
    ),
    "refreshed": refused((2, 90), (2, 91), (3, 90), (3, 91), (9, 40), (9, 91), refresh=True),
    "too-short": too_short,
    "window-fixed": seconds(0, 60, 119, 120, 180, ttl=120, limit=2),
    "window-refreshed": seconds(0, 60, 120, 239, 359, 400, ttl=120, limit=2, refresh=True),
    "longest-gaps": seconds(0, 90, 180, 270, ttl=271, limit=4, gaps=GAPS),
    "killed": killed,
    "two-workers": two_workers,
    "at-once": at_once,
}
