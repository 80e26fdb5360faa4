"""What the student sees of a check: the broken promise first, then what happened, then what it is like."""

from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.text import Text

from labs.runner.checking import Checked
from labs.runner.diagnosis import Mistake
from labs.runner.exercise import Place
from labs.runner.judge import PASS
from labs.runner.screen import lanes, plain_console

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
            self._line(f"{MARK[result.verdict]:6}{result.id:18}{_runs(result)}", style)
        failed = next((result for result in results if result.verdict != PASS), None)
        if failed is not None:
            self._story(place, failed)
        if mistake is not None:
            self._line("")
            self._line(f"It behaves like: {mistake.misconception}", "bold yellow")
            self._line(mistake.diagnosis)

    def _story(self, place: Place, failed: Checked) -> None:
        self._line("")
        self._line(f"{failed.id}: {failed.claim}", "bold")
        if failed.problem:
            self._line(failed.problem)
        for fact in failed.claims:
            if not fact.held:
                self._line(f"{fact.name}: expected {fact.expected}")
                self._line(f"{'':{len(fact.name)}}  observed {fact.observed}")
        if failed.run is not None and failed.run.outcome.story:
            self._console.print(lanes(failed.run.outcome.story))
        if failed.report:
            self._line(failed.report.rstrip(), "dim")
        if failed.run is not None and failed.run.schedule:
            again = f"{failed.id}:{failed.run.schedule}"
            self._line(f"again: python lab_runner.py replay {place.exercise.id} {again}")

    def _line(self, text: str, style: str = "") -> None:
        self._console.print(Text(text, style=style))


def _runs(result: Checked) -> str:
    if not result.explored:
        return ""
    all_of_them = ", all there are" if result.exhausted else ""
    return f"{result.explored} schedule{'s' * (result.explored != 1)}{all_of_them}"
