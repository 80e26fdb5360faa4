"""What the student sees of a check: the broken promise first, then what happened, then what it is like."""

import re
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.text import Text

from labs.runner.checking import Checked
from labs.runner.diagnosis import Mistake
from labs.runner.exercise import Place
from labs.runner.judge import PASS
from labs.runner.screen import plain_console
from labs.runner.story import in_lanes, plain

_STEP = re.compile(r"[ >] (?:[|\d] )+ ")
MARK = {"PASS": "ok", "FAIL": "FAIL", "STUCK": "STUCK", "INCOMPLETE": "?"}


class CheckScreen:
    """Writes to standard output, as `screen.Screen` does."""

    def __init__(self, console: Console | None = None) -> None:
        self._console = console or plain_console()

    def answer(
        self, place: Place, path: Path, results: Sequence[Checked], mistake: Mistake | None
    ) -> None:
        """Tell a checked answer: a line a check, then the first one that failed as a story."""
        self._line(f"{place.exercise.id}  {place.exercise.title}  ({path.name})", "bold")
        for result in results:
            style = "green" if result.verdict == PASS else "bold red"
            self._line(f"{MARK[result.verdict]:6}{result.id:20}{_runs(result)}", style)
        failed = next((result for result in results if result.verdict != PASS), None)
        if failed is not None:
            self._line("")
            self.story(place, path, failed)
        if mistake is not None:
            self.likeness(mistake)

    def story(self, place: Place, path: Path, failed: Checked) -> None:
        """Tell one check that failed: the promise, the figures, who saw what, and the schedule."""
        self._line(f"{failed.id}: {failed.claim}", "bold")
        if failed.problem:
            self._line(failed.problem)
        for fact in failed.claims:
            if not fact.held:
                self._line(f"{fact.name}: expected {plain(fact.expected)}")
                self._line(f"{'':{len(fact.name)}}  observed {plain(fact.observed)}")
        if failed.run is not None and failed.run.outcome.story:
            self._console.print(in_lanes(failed.run.outcome.story))
        if not failed.claims or (failed.run is not None and failed.run.schedule):
            for line in own_steps(failed.report, path):
                self._line(line, "dim")
        if failed.run is not None and failed.run.schedule:
            again = f"{failed.id}:{failed.run.schedule}"
            self._line(f"again: python lab_runner.py replay {place.exercise.id} {again}")

    def likeness(self, mistake: Mistake) -> None:
        """Name the misconception that the answer behaves like."""
        self._line("")
        self._line(f"It behaves like this misconception: {mistake.misconception}", "bold yellow")
        self._line(mistake.diagnosis)

    def _line(self, text: str, style: str = "") -> None:
        self._console.print(Text(text, style=style))


def own_steps(report: str, path: Path) -> list[str]:
    """The report without the steps of other files than the student's; `replay` tells them all.

    Where one thread did everything there was no order to find, and only how it ended is of interest.
    """
    if "thread 1 is" not in report:
        report = report.rpartition("\n\n")[2]
    return [
        line.rstrip()
        for line in report.splitlines()
        if not _STEP.match(line) or f" {path.name}:" in line
    ]


def _runs(result: Checked) -> str:
    if not result.explored:
        return ""
    all_of_them = ", all there are" if result.exhausted else ""
    return f"{result.explored} schedule{'s' * (result.explored != 1)}{all_of_them}"
