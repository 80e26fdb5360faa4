"""What the student sees of a check: the broken promise first, then what happened, then what it is like."""

from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.table import Table
from rich.text import Text

from labs.kit.scenario import Claim
from labs.runner.checking import STUCK, Checked
from labs.runner.diagnosis import Mistake
from labs.runner.exercise import Place
from labs.runner.judge import INCOMPLETE, PASS
from labs.runner.own_steps import kind_of_hang, own_steps
from labs.runner.root import ROOT
from labs.runner.screen import plain_console, show
from labs.runner.story import in_lanes, plain

MARK = {"PASS": "ok", "FAIL": "FAIL", "STUCK": "STUCK", "INCOMPLETE": "?"}


class CheckScreen:
    """Writes to standard output, as `screen.Screen` does."""

    def __init__(self, console: Console | None = None) -> None:
        self._console = console or plain_console()

    def answer(
        self, place: Place, path: Path, results: Sequence[Checked], mistake: Mistake | None
    ) -> None:
        """Tell a checked answer: a line a check, then the first one that failed as a story."""
        self._line(f"{place.exercise.id}  {place.exercise.title}  ({_from_root(path)})", "bold")
        show(self._console, _rows(results))
        failed = next((result for result in results if result.verdict != PASS), None)
        if failed is not None:
            self._line("")
            self.story(place, path, failed)
        if mistake is not None:
            self.likeness(mistake)
        if path == place.student:
            word = "hint" if failed is not None else "diff"
            self._line(f"\npython lab_runner.py {word} {place.exercise.id}", "dim")

    def story(self, place: Place, path: Path, failed: Checked) -> None:
        """Tell one check that failed: the promise, the figures, who saw what, and the schedule."""
        self._line(f"{failed.id}: {failed.claim}", "bold")
        if failed.problem:
            self._line(f"{kind_of_hang(failed.report)} {failed.problem}".lstrip())
        if broken := [fact for fact in failed.claims if not fact.held]:
            show(self._console, _figures(broken))
        if failed.run is not None and failed.run.outcome.story:
            self._line("")
            show(self._console, in_lanes(failed.run.outcome.story))
        for line in own_steps(failed.report, path, with_order=_order_matters(failed)):
            self._line(line, "dim")
        if failed.run is not None and failed.run.schedule:
            target = f"{place.exercise.id} {failed.id}:{failed.run.schedule}{_option(place, path)}"
            again = Text(f"\nagain: python lab_runner.py replay {target}")
            show(self._console, again, whole=True)

    def likeness(self, mistake: Mistake) -> None:
        """Name the misconception that the answer behaves like."""
        belief = mistake.misconception[:1].upper() + mistake.misconception[1:]
        self._line("\nIt behaves like this misconception:")
        self._line(belief, "bold yellow")
        self._line(f"\n{mistake.diagnosis}")

    def _line(self, text: str, style: str = "") -> None:
        show(self._console, Text(text, style=style))


def _from_root(path: Path) -> str:
    """The path as one types it at the root; other files by their name."""
    return path.relative_to(ROOT).as_posix() if path.is_relative_to(ROOT) else path.name


def _option(place: Place, path: Path) -> str:
    """What makes `replay` take the same file again."""
    if path == place.student:
        return ""
    if path == place.solution:
        return " --solution"
    return f' --file "{path}"' if " " in str(path) else f" --file {path}"


def _order_matters(failed: Checked) -> bool:
    """Whether an earlier schedule went well, or threads wait for each other: then the steps tell why."""
    return failed.explored > 1 or failed.verdict == STUCK


def _figures(broken: Sequence[Claim]) -> Table:
    table = Table.grid(padding=(0, 1, 0, 0))
    for fact in broken:
        table.add_row(f"{fact.name}:", "expected", plain(fact.expected))
        table.add_row("", "observed", plain(fact.observed))
    return table


def _rows(results: Sequence[Checked]) -> Table:
    table = Table.grid(padding=(0, 2, 0, 0))
    for result in results:
        style = "green" if result.verdict == PASS else "bold red"
        table.add_row(MARK[result.verdict], result.id, _runs(result), style=style)
    return table


def _runs(result: Checked) -> str:
    if result.verdict == INCOMPLETE:
        return result.problem
    if not result.explored:
        return ""
    if result.verdict != PASS:
        return f"{'stuck' if result.verdict == STUCK else 'broken'} in schedule {result.explored}"
    all_of_them = ", all there are" if result.exhausted else ""
    return f"{result.explored} schedule{'s' * (result.explored != 1)}{all_of_them}"
