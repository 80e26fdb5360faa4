"""What the student sees of a lab: the control beside the protected run, effects counted, and the verdict."""

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from rich.console import Console, Group, RenderableType
from rich.progress import Progress
from rich.table import Table
from rich.text import Text

from labs.kit.manifest import Lab
from labs.kit.scenario import Claim, Expected, Json
from labs.runner.judge import PASS, Result, Seen
from labs.runner.story import in_lanes, in_lines, plain

RULE = 44  # columns of the line above a scenario
WIDE = 72  # columns from which control and protected run fit side by side
BEFORE, AFTER = "without the protection", "with it"


class Screen:
    """Writes to standard output: coloured in a terminal, plain in a pipe, 80 columns where none are known."""

    def __init__(self, console: Console | None = None) -> None:
        self._console = console or plain_console()

    def opening(self, lab: Lab) -> None:
        """Name the lab and its one question."""
        self._say(f"{lab.id}  {lab.title}", "bold")
        self._say(lab.question)

    @contextmanager
    def progress(self, count: int) -> Iterator[Callable[[str], None]]:
        """A progress bar on the terminal's error stream; yields what to call with each step that begins."""
        errors = Console(file=sys.stderr)
        if not errors.is_terminal:
            yield lambda _id: None
            return
        with Progress(console=errors, transient=True) as bar:
            row = bar.add_task("", total=count)

            def begin(id_: str) -> None:
                bar.update(row, description=id_, advance=1)

            yield begin

    def scenario(self, result: Result, in_full: bool) -> None:
        """Tell one scenario: side by side, or in full with a column a lane."""
        rule = f"-- {result.plan.id} ".ljust(min(RULE, self._console.width), "-")
        self._say(f"\n{rule}", "dim")
        self._say(result.plan.claim + "\n", "italic")
        self._show(_in_full(result) if in_full else self._beside(result))
        self._show(_summary(result))
        self._say(f"{result.verdict} {result.reason}".rstrip(), _style(result.verdict))
        if result.plan.races and result.control is not None and result.control.schedule:
            target = f"{result.plan.lab}/{result.plan.id} {result.control.schedule}"
            command = f"python lab_runner.py replay {target} --control"
            show(self._console, Text(f"replay     {command}"), whole=True)
        for side in (result.protected_side, result.control_side):
            if side.report:
                self._say("\n" + side.report.rstrip(), "dim")

    def closing(self, lab: Lab, verdicts: Sequence[str]) -> None:
        """What was shown here and what was not, and the count."""
        table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
        table.add_column("shown here", ratio=1)
        table.add_column("what it does not prove", ratio=1)
        for shown, not_shown in lab.not_proved:
            table.add_row(shown, not_shown)
        self._say("")
        self._show(table)
        passed = sum(verdict == PASS for verdict in verdicts)
        self._say(f"\n{passed} of {len(lab.scenarios)} scenarios passed")

    def save_svg(self, path: Path, title: str) -> None:
        """Save what was told as a picture; the console has to record."""
        path.write_text(self._console.export_svg(title=title, unique_id="run"), encoding="utf-8")

    def _beside(self, result: Result) -> RenderableType:
        before, after = _story(result.control), _story(result.protected)
        if self._console.width < WIDE:
            return Group(Text(BEFORE, style="bold"), before, Text(AFTER, style="bold"), after)
        table = Table(box=None, pad_edge=False, expand=True, padding=(0, 2, 0, 0))
        table.add_column(BEFORE, ratio=1)
        table.add_column(AFTER, ratio=1)
        table.add_row(before, after)
        return table

    def _say(self, text: str, style: str = "") -> None:
        self._show(Text(text, style=style))

    def _show(self, what: RenderableType) -> None:
        show(self._console, what)


def show(console: Console, what: RenderableType, *, whole: bool = False) -> None:
    """Print; outside of a terminal without the blanks that tables leave at the ends of lines.

    A line that is `whole` is not broken, however long: it is there to be copied.
    """
    if console.is_terminal or console.record:
        console.print(what, soft_wrap=whole)
        return
    with console.capture() as captured:
        console.print(what, soft_wrap=whole)
    for line in captured.get().splitlines():
        print(line.rstrip(), file=console.file)


def plain_console() -> Console:
    """Standard output: coloured in a terminal, plain in a pipe."""
    return Console(highlight=False, markup=False, emoji=False)


def recording_console() -> Console:
    """A console of 80 columns for a picture."""
    return Console(
        record=True, width=80, force_terminal=True, highlight=False, markup=False, emoji=False
    )


def _style(verdict: str) -> str:
    return "green" if verdict == PASS else "bold red"


def _story(run: Seen | None) -> RenderableType:
    if run is None:
        return Text("(no such run)")
    sums = [Text(_sums(run), style="bold")] if _sums(run) else []
    return Group(in_lines(run.outcome.story), *sums, "")


def _in_full(result: Result) -> RenderableType:
    expected = result.plan.expected
    return Group(
        _told_in_full(BEFORE, result.control, expected, expected.control),
        _told_in_full(AFTER, result.protected, expected, expected.protected),
    )


def _told_in_full(
    title: str, run: Seen | None, expected: Expected, figures: Mapping[str, Json]
) -> RenderableType:
    if run is None:
        return Text(f"{title}: (no such run)\n")
    claims = expected.figures(figures, run.outcome)
    lines = [f"{claim.name}: {plain(claim.observed)}{_unless_held(claim)}" for claim in claims]
    return Group(
        Text(title, style="bold"), in_lanes(run.outcome.story), Text("\n".join([*lines, ""]))
    )


def _unless_held(claim: Claim) -> str:
    return "" if claim.held else f", expected {plain(claim.expected)}"


def _sums(run: Seen) -> str:
    """The effects counted, if the run counts any."""
    observed = run.outcome.observed
    return ", ".join(
        f"{name} {plain(observed[name])}" for name in ("total", "writes") if name in observed
    )


def _summary(result: Result) -> Table:
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_row("promise", result.plan.expected.invariant.text)
    table.add_row("control", _control(result))
    table.add_row("schedules", _schedules(result))
    return table


def _control(result: Result) -> str:
    if result.control is None:
        return "kept the promise"
    expected = result.plan.expected
    figures = expected.figures(expected.control, result.control.outcome)
    shown = ", ".join(f"{claim.name} {plain(claim.observed)}" for claim in figures)
    return f"breaks it: {shown}" if shown else "breaks it, as told above"


def _schedules(result: Result) -> str:
    side = result.protected_side
    if not side.exhausted:
        return f"{side.explored}, not all: threads ran free, barriers pinned the order"
    return f"{side.explored}, all there are"
