"""The child's use of the explorer: each distinct outcome is judged by the parent, a failing schedule is made small."""

import json
from collections.abc import Callable
from dataclasses import asdict
from typing import Any

from labs.kit import schedule
from labs.runner.channel import Channel, Message

RUNS_MAX = 200_000
STEPS_MAX = 5_000  # of one run; a right answer may well take more than the explorer's own limit


class _BrokenAt(Exception):
    """The parent judged this run's outcome broken: there is no need to look further."""

    def __init__(self, run: schedule.Run) -> None:
        super().__init__(run.schedule)
        self.run = run


class EndedProgramError(Exception):
    """The code under test ended the thread that drives it, so there is no outcome to judge."""


class Judged:
    """Asks the parent about each outcome once, and counts the runs."""

    def __init__(self, channel: Channel) -> None:
        self._channel = channel
        self._verdicts: dict[str, bool] = {}
        self.runs = 0

    def is_broken(self, run: schedule.Run) -> bool:
        """True if the run ended with an outcome that breaks the claim."""
        self._channel.beat(runs=self.runs)
        if run.verdict != "HOLDS":
            return False
        if run.outcome is None:
            raise EndedProgramError(
                "sys.exit ended the run; an answer ends by returning or raising"
            )
        outcome: dict[str, Any] = asdict(run.outcome)  # type: ignore[call-overload]
        key = json.dumps(outcome)
        if key not in self._verdicts:
            self._verdicts[key] = self._channel.is_broken(outcome, run.schedule)
        return self._verdicts[key]

    def watch(self, run: schedule.Run) -> None:
        """Count the run, and end the search at the first that is broken."""
        self.runs += 1
        if self.is_broken(run):
            raise _BrokenAt(run)


def explore_judged(channel: Channel, body: Callable[[], Any]) -> Message:
    """Explore until a run fails or the parent finds its outcome broken; make that run's schedule small."""
    judged = Judged(channel)
    try:
        found = schedule.explore(body, on_run=judged.watch, max_runs=RUNS_MAX, max_steps=STEPS_MAX)
    except EndedProgramError as error:
        return {
            "verdict": "BROKEN",
            "explored": judged.runs,
            "exhausted": False,
            "reason": str(error),
        }
    except _BrokenAt as broken:
        small = schedule.minimise(body, broken.run.schedule, judged.is_broken, max_steps=STEPS_MAX)
        shown = schedule.replay(body, small, max_steps=STEPS_MAX)
        channel.is_broken(asdict(shown.outcome), small)  # type: ignore[call-overload]
        return {
            "verdict": "BROKEN",
            "explored": judged.runs,
            "exhausted": False,
            "report": shown.report,
        }
    return summary(found)


def explore_function(channel: Channel, body: Callable[[], Any], rules: dict[str, Any]) -> Message:
    """Explore any function; what it returns is nobody's business, what it raises breaks it."""
    try:
        found = schedule.explore(body, on_run=lambda _run: channel.beat(), **rules)
    except schedule.ScheduleMisfit as misfit:
        return {"misfit": str(misfit)}
    return summary(found)


def replay_told(channel: Channel, body: Callable[[], Any], string: str) -> Message:
    """Run one schedule, every step told."""
    channel.beat()
    try:
        run = schedule.replay(body, string, max_steps=STEPS_MAX)
    except schedule.ScheduleMisfit as misfit:
        return {"misfit": str(misfit)}
    outcome = asdict(run.outcome) if run.verdict == "HOLDS" else None  # type: ignore[call-overload]
    return {"verdict": run.verdict, "report": run.report, "outcome": outcome}


def summary(found: schedule.Exploration) -> Message:
    """What the parent is told of an exploration."""
    return {
        "verdict": found.verdict,
        "explored": found.explored,
        "exhausted": found.exhausted,
        "schedule": found.schedule,
        "reason": found.reason,
        "report": found.report,
    }
