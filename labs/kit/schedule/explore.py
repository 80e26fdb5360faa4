"""Explore a function: run it under every schedule that matters and say what was found."""

from __future__ import annotations

import gc
from collections.abc import Callable
from dataclasses import dataclass, replace

from labs.kit.schedule import known, verdict
from labs.kit.schedule.dependency import Relation, fine
from labs.kit.schedule.minimise import Guide, shortened
from labs.kit.schedule.places import here
from labs.kit.schedule.play import STEPS_MAX, Body, Rules, Timeouts, collecting_between_runs, play
from labs.kit.schedule.replay import Replay, ScheduleMisfit
from labs.kit.schedule.report import told
from labs.kit.schedule.run import Run
from labs.kit.schedule.search import Reduction, Search
from labs.kit.schedule.selfcheck import check_once

COLLECT_EVERY = 200  # runs


@dataclass
class Exploration:
    """What an exploration found; `explored` counts schedules, none of which repeats another."""

    verdict: str = verdict.INCOMPLETE
    explored: int = 0
    exhausted: bool = False  # whether every schedule that matters was run to its end
    blocked: int = 0  # runs given up because they only repeated another
    minimising: int = 0  # runs spent on making the failing schedule small, and on its report
    schedule: str | None = None
    report: str = ""
    reason: str = ""
    timeouts: Timeouts = "choice"  # by which rule; what holds by "idle" may break by "choice"


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

    The verdict is HOLDS only if every schedule was run to its end. Of a failure the answer has a
    locally minimal schedule and its report. `on_run` is handed every run that repeats no other;
    with `stop_at_first=False` an uncaught exception ends its own thread alone.
    Raises `ScheduleMisfit` if the code does not go the way of the schedule to replay.
    """
    _check_self()
    rules = _rules(max_steps, timeouts, reset)
    if replay is not None:
        run = _replayed(body, replay, rules)
        if on_run is not None:
            on_run(run)
        return _alone(run, timeouts)
    rules = replace(rules, halts=stop_at_first)
    exploring = _Exploring(body, rules, lambda: Search(reduction, dependent), max_runs, on_run)
    with collecting_between_runs():
        failure = exploring.search()
        if failure is not None:
            exploring.explain(failure)
    return exploring.found


class _Exploring:
    """The runs of one exploration, and what has been found so far."""

    def __init__(
        self,
        body: Body,
        rules: Rules,
        begin: Callable[[], Search],
        max_runs: int | None,
        on_run: Callable[[Run], None] | None,
    ) -> None:
        self.body, self.rules, self.begin = body, rules, begin
        self.max_runs, self.on_run = max_runs, on_run
        self.found = Exploration(timeouts=rules.timeouts)

    def search(self) -> Run | None:
        """Run every schedule, and answer the first failure."""
        search, failure = self.begin(), None
        while not self.found.exhausted and not self._out_of_runs():
            run = play(self.body, search, self.rules)
            if run.learned or (run.clock_read and not self.rules.timed):
                self.rules = replace(self.rules, timed=self.rules.timed or run.clock_read)
                self.found = Exploration(timeouts=self.rules.timeouts)
                search, failure = self.begin(), None
                continue
            search.check(run)
            self._count(run)
            if run.verdict not in (verdict.BLOCKED, verdict.HOLDS):
                failure = failure or run
                if self.rules.halts or run.verdict in verdict.FINAL or run.lost:
                    return failure
            self.found.exhausted = not search.next(run)
        if failure is None and self.found.exhausted:
            self._settle(search)
        return failure

    def _settle(self, search: Search) -> None:
        """Every schedule was run to its end: so it holds, if a step is all that it was taken for."""
        if search.in_parts:
            self.found.reason = (
                f"not seen: what another thread does in the midst of {min(search.in_parts)}"
            )
        else:
            self.found.verdict = verdict.HOLDS

    def _out_of_runs(self) -> bool:
        runs = self.found.explored + self.found.blocked
        if runs and runs % COLLECT_EVERY == 0:
            gc.collect()
        if self.max_runs is None or runs < self.max_runs:
            return False
        self.found.reason = f"{runs} runs were not enough to see every schedule"
        return True

    def _count(self, run: Run) -> None:
        if run.verdict == verdict.BLOCKED:
            self.found.blocked += 1
            return
        self.found.explored += 1
        if self.on_run is not None:
            self.on_run(run)

    def explain(self, failure: Run) -> None:
        """Give a failure its smallest schedule and its report."""
        found = self.found
        found.verdict, found.reason, found.schedule = (
            failure.verdict,
            failure.reason,
            failure.schedule,
        )
        found.exhausted = found.exhausted and failure.verdict != verdict.ENDLESS
        found.report = f"{failure.verdict} {failure.reason}"
        if failure.verdict in verdict.FINAL or failure.lost:
            return
        self.rules = replace(self.rules, halts=True)
        if failure.verdict != verdict.ENDLESS:
            found.schedule = self._shortened(failure)
        run = play(self.body, Replay(found.schedule), self.rules, here)
        found.minimising += 1
        found.reason, found.report = run.reason, told(run)
        if run.verdict != failure.verdict:
            found.verdict = verdict.DIVERGED
            found.reason = (
                f"{failure.verdict}, but the same schedule again: {run.verdict} {run.reason}"
            )

    def _shortened(self, failure: Run) -> str:
        def fails(run: Run) -> bool:
            return run.verdict == failure.verdict and type(run.error) is type(failure.error)

        def attempt(guide: Guide) -> Run:
            return play(self.body, guide, self.rules)

        halted = attempt(Guide.along(failure.schedule))
        schedule = halted.schedule if fails(halted) else failure.schedule
        schedule, runs = shortened(schedule, attempt, fails)
        self.found.minimising += runs + 1
        return schedule


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
    return _replayed(body, schedule, _rules(max_steps, timeouts, reset))


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
    rules = _rules(max_steps, timeouts, reset)
    first = _replayed(body, schedule, rules)
    rules = replace(rules, timed=first.timed)
    return shortened(first.schedule, lambda guide: play(body, guide, rules), still_fails)[0]


def _check_self() -> None:
    check_once(lambda racy: explore(racy, reset=lambda: None).verdict)


def _replayed(body: Body, schedule: str, rules: Rules) -> Run:
    # The steps of a program depend on which names the loaded code binds, the self-check's among them.
    _check_self()
    # Whether passing time is a step is found by searching; a schedule fits one of the two rules.
    runs = []
    for timed in (False, True):
        decider = Replay(schedule)
        run = play(body, decider, replace(rules, timed=timed), here)
        while run.learned:
            run = play(body, decider, replace(rules, timed=timed), here)
        runs.append(run)
        if decider.fits(run) and (timed or not run.clock_read):
            run.report = told(run)
            return run
    if play(body, Guide.along(schedule), rules).learned:
        return _replayed(body, schedule, rules)
    raise ScheduleMisfit(decider.misfit(max(runs, key=lambda run: len(run.trace))))


def _alone(run: Run, timeouts: Timeouts) -> Exploration:
    """One schedule as an exploration; that it holds says nothing of the others."""
    how, reason = run.verdict, run.reason
    if how == verdict.HOLDS:
        how, reason = verdict.INCOMPLETE, "this schedule holds; the others were not run"
    return Exploration(how, 1, False, 0, 0, run.schedule, run.report, reason, timeouts)


def _rules(max_steps: int, timeouts: Timeouts, reset: Callable[[], None] | None) -> Rules:
    known.forget()
    return Rules(max_steps, timeouts, reset or _fresh)


def _fresh() -> None:
    # Imported late: the loader hands out what is modelled here, so it comes after this package.
    from labs.kit.schedule.loader import fresh

    fresh()
