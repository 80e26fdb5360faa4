"""Explore a function: run it under every schedule that matters and say what was found."""

from __future__ import annotations

import _thread
import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Literal

from labs.kit.schedule import baton, threads, verdict, workers
from labs.kit.schedule.dependency import Relation, fine
from labs.kit.schedule.minimise import shortened
from labs.kit.schedule.replay import Replay, ScheduleMisfit
from labs.kit.schedule.report import place, told
from labs.kit.schedule.run import Decider, Run
from labs.kit.schedule.search import Reduction, Search

Body = Callable[[], object]
Timeouts = Literal["choice", "idle"]
STEPS_MAX = 2000
COLLECT_EVERY = 200  # runs; collecting in the midst of one would call finalisers at odd steps


@dataclass(frozen=True)
class Rules:
    """What holds for every run of an exploration."""

    max_steps: int = STEPS_MAX
    timeouts: Timeouts = "choice"
    reset: Callable[[], None] = lambda: None
    timed: bool = (
        False  # whether the code reads the clock, so that passing time is a step of its own
    )


@dataclass
class Exploration:
    """What an exploration found; `explored` counts schedules, none of which repeats another."""

    verdict: str = ""
    explored: int = 0
    exhausted: bool = False
    blocked: int = 0  # runs given up because they only repeated another
    minimising: int = 0  # runs spent on making the failing schedule small, and on its report
    schedule: str | None = None
    report: str = ""
    reason: str = ""
    failure: Run | None = field(default=None, repr=False)


def play(
    body: Body, decider: Decider, rules: Rules, locate: Callable[[], str] | None = None
) -> Run:
    """Run the body once, as lane 0, as the decider says."""
    rules.reset()
    run = Run(
        decider,
        steps_max=rules.max_steps,
        idle=rules.timeouts == "idle",
        timed=rules.timed,
        locate=locate,
    )
    threads.THREADING.excepthook = threads.excepthook  # type: ignore[attr-defined]
    others = _thread._count() - workers.started()  # noqa: SLF001 - sees threads of any origin
    baton.set_live(run)
    try:
        run.go(body)
    finally:
        baton.set_live(None)
    if run.parked:
        run.spoil(f"{run.parked[0]} swallowed the end of the run twice")
    if _thread._count() - workers.started() > others:  # noqa: SLF001 - as above
        run.spoil("a real thread was started")
    return run


def explore(
    body: Body,
    *,
    max_runs: int | None = None,
    max_steps: int = STEPS_MAX,
    timeouts: Timeouts = "choice",
    reduction: Reduction = "source",
    dependent: Relation = fine,
    stop_at_first: bool = True,
    reset: Callable[[], None] | None = None,
    replay: str | None = None,
    on_run: Callable[[Run], None] | None = None,
) -> Exploration:
    """Run the body under every schedule that matters, or under the one to `replay`.

    The verdict is HOLDS only if every schedule within the rules was seen. Of a failure the answer
    has a locally minimal schedule and its report. `on_run` is handed every complete run.
    Raises `ScheduleMisfit` if the code does not go the way of the schedule to replay.
    """
    rules = Rules(max_steps, timeouts, reset or _fresh)
    if replay is not None:
        run = _replayed(body, replay, rules)
        if on_run is not None:
            on_run(run)
        return _explored_once(run)
    with _collecting_between_runs():
        found, rules = _search(body, rules, max_runs, (reduction, dependent), stop_at_first, on_run)
        if found.failure is not None:
            _explain(body, found, found.failure, rules)
    return found


def _search(
    body: Body,
    rules: Rules,
    max_runs: int | None,
    kind: tuple[Reduction, Relation],
    stop_at_first: bool,
    on_run: Callable[[Run], None] | None,
) -> tuple[Exploration, Rules]:
    search, found = Search(*kind), Exploration()
    while not found.exhausted:
        if max_runs is not None and found.explored + found.blocked >= max_runs:
            found.reason = f"{max_runs} runs were not enough to see every schedule"
            break
        run = play(body, search, rules)
        if run.clock_read and not rules.timed:
            search, found, rules = Search(*kind), Exploration(), replace(rules, timed=True)
            continue
        search.check(run)
        if run.verdict == verdict.BLOCKED:
            found.blocked += 1
        else:
            found.explored += 1
            if on_run is not None:
                on_run(run)
        if run.verdict not in (verdict.BLOCKED, verdict.HOLDS) and found.failure is None:
            found.failure = run
        if found.failure is not None and (stop_at_first or run.verdict in verdict.FINAL):
            break
        found.exhausted = not search.next(run)
        if (found.explored + found.blocked) % COLLECT_EVERY == 0:
            gc.collect()
    found.verdict = verdict.HOLDS if found.exhausted else verdict.INCOMPLETE
    return found, rules


def _explain(body: Body, found: Exploration, failure: Run, rules: Rules) -> None:
    """Give the failure its smallest schedule and its report."""
    found.verdict, found.reason = failure.verdict, failure.reason
    found.schedule = found.report = failure.schedule
    if failure.verdict in verdict.FINAL:
        return
    if failure.verdict != verdict.ENDLESS:
        found.schedule, found.minimising = shortened(
            failure.schedule, lambda guide: play(body, guide, rules), _fails_like(failure)
        )
    run = play(body, Replay(found.schedule), rules, place)
    found.minimising += 1
    if run.verdict == failure.verdict:
        found.failure, found.reason, found.report = run, run.reason, told(run)
    else:
        found.verdict, found.reason = verdict.DIVERGED, run.reason or f"then it {run.verdict}"


def _fails_like(failure: Run) -> Callable[[Run], bool]:
    def fails(run: Run) -> bool:
        return run.verdict == failure.verdict and type(run.error) is type(failure.error)

    return fails


def replay(
    body: Body,
    schedule: str,
    *,
    max_steps: int = STEPS_MAX,
    timeouts: Timeouts = "choice",
    reset: Callable[[], None] | None = None,
) -> Run:
    """Run the body once as the schedule says; the answer has a `report`.

    Raises `ScheduleMisfit` with the step at which the code parts from the schedule.
    """
    return _replayed(body, schedule, Rules(max_steps, timeouts, reset or _fresh))


def _replayed(body: Body, schedule: str, rules: Rules) -> Run:
    # Whether passing time is a step is found by searching; a schedule fits one of the two rules.
    runs = []
    for timed in (False, True):
        decider = Replay(schedule)
        run = play(body, decider, replace(rules, timed=timed), place)
        runs.append(run)
        if decider.fits(run) and (timed or not run.clock_read):
            run.report = told(run)
            return run
    raise ScheduleMisfit(Replay(schedule).misfit(max(runs, key=lambda run: len(run.trace))))


def minimise(
    body: Body,
    schedule: str,
    still_fails: Callable[[Run], bool],
    *,
    max_steps: int = STEPS_MAX,
    timeouts: Timeouts = "choice",
    reset: Callable[[], None] | None = None,
) -> str:
    """A schedule that still fails, of which no two segments can be merged so that it still does.

    Raises `ScheduleMisfit` if the code does not go the way of `schedule`.
    """
    rules = Rules(max_steps, timeouts, reset or _fresh)
    timed = _replayed(body, schedule, rules).timed
    rules = replace(rules, timed=timed)
    return shortened(schedule, lambda guide: play(body, guide, rules), still_fails)[0]


def _explored_once(run: Run) -> Exploration:
    reason = run.reason if run.verdict != verdict.HOLDS else "one schedule; there may be others"
    how = run.verdict if run.verdict != verdict.HOLDS else verdict.INCOMPLETE
    return Exploration(how, 1, False, 0, 0, run.schedule, run.report, reason)


def _fresh() -> None:
    # Imported late: the loader hands out what is modelled here, so it comes after this package.
    from labs.kit.schedule.loader import fresh

    fresh()


@contextmanager
def _collecting_between_runs() -> Iterator[None]:
    """Collect garbage only between runs: a finaliser in the midst of one is no decision of ours."""
    was_enabled = gc.isenabled()
    gc.collect()
    gc.freeze()
    gc.disable()
    try:
        yield
    finally:
        gc.unfreeze()
        if was_enabled:
            gc.enable()
