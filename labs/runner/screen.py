"""What the student sees: the control beside the protected run, lanes, effects counted, and the verdict."""

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.progress import Progress
from rich.table import Table
from rich.text import Text

from labs.kit.manifest import Lab
from labs.kit.scenario import Json
from labs.runner.judge import PASS, Explored, Result, Seen

WIDE = 72  # columns from which control and protected run fit side by side
LANE_STYLE = {"worker": "cyan", "store": "magenta", "caller": "yellow"}
FIGURES = ("total", "writes", "waits", "told")


class Screen:
    """Writes to standard output: coloured in a terminal, plain in a pipe, 80 columns where none are known."""

    def __init__(self, console: Console | None = None) -> None:
        self._console = console or plain_console()

    def opening(self, lab: Lab, in_full: bool) -> None:
        """Name the lab and its one question."""
        self._print(Text(f"{lab.id}  {lab.title}", style="bold"))
        if not in_full:
            self._print(Text(lab.question), gap=True)

    @contextmanager
    def progress(self, count: int) -> Iterator[Callable[[str], None]]:
        """A progress bar on the terminal's error stream; yields what to call with each scenario that begins."""
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
        style = "green" if result.verdict == PASS else "bold red"
        self._console.rule(
            Text(f" {result.id} ", style="bold"), align="left", style="dim", characters="-"
        )
        self._print(Text(result.claim, style="italic"), gap=True)
        tell = self._lanes if in_full else self._beside
        self._print(tell(result), gap=True)
        self._print(Text(f"promise   {result.expected.invariant.text}"))
        self._print(Text(f"control   {_control_line(result)}"))
        self._print(Text(f"schedules {_schedules(result.protected_side)}"))
        self._print(Text(f"{result.verdict} {result.reason}".rstrip(), style=style), gap=True)
        for side in (result.protected_side, result.control_side):
            if side.report:
                self._print(Text(side.report, style="dim"), gap=True)

    def closing(self, lab: Lab, verdicts: Sequence[str]) -> None:
        """What was shown here and what was not, and the count."""
        table = Table(
            title="What it does not prove", title_justify="left", box=None, pad_edge=False
        )
        table.add_column("shown here", ratio=1)
        table.add_column("not shown", ratio=1)
        for shown, not_shown in lab.not_proved:
            table.add_row(shown, not_shown)
        self._print(table, gap=True)
        passed = sum(verdict == PASS for verdict in verdicts)
        self._print(Text(f"{passed} of {len(lab.scenarios)} scenarios passed"))

    def _beside(self, result: Result) -> RenderableType:
        sides = [("without the protection", result.control), ("with it", result.protected)]
        if self._console.width < WIDE:
            return Group(*(Group(Text(title, style="bold"), _story(run)) for title, run in sides))
        table = Table(box=None, pad_edge=False, expand=True, padding=(0, 2, 0, 0))
        for title, _run in sides:
            table.add_column(title, ratio=1)
        table.add_row(*(_story(run) for _title, run in sides))
        return table

    def _lanes(self, result: Result) -> RenderableType:
        sides = [("without the protection", result.control), ("with it", result.protected)]
        return Group(*(Group(Text(title, style="bold"), _columns(run)) for title, run in sides))

    def _print(self, what: RenderableType, gap: bool = False) -> None:
        self._console.print(Padding(what, (0, 0, 1 if gap else 0, 0), expand=False))


def _story(run: Seen | None) -> RenderableType:
    if run is None:
        return Text("(no such run)")
    table = Table.grid(padding=(0, 1, 0, 0))
    table.add_column(min_width=6)
    table.add_column()
    for line in run.outcome.story:
        table.add_row(_lane(line["lane"]), _words(line))
    table.add_row("", Text(_figures(run), style="bold"))
    return table


def _columns(run: Seen | None) -> RenderableType:
    if run is None:
        return Text("(no such run)")
    figures = Padding(Text(_figures(run), style="bold"), (0, 0, 1, 0))
    return Group(lanes(run.outcome.story), figures)


def lanes(story: Sequence[dict[str, Json]]) -> Table:
    """The story with a column for each lane, and a numbered row for each line."""
    names = list(dict.fromkeys(line["lane"] for line in story))
    table = Table(box=None, pad_edge=False, expand=True)
    table.add_column("")
    for name in names:
        table.add_column(_lane(name), ratio=1)
    for number, line in enumerate(story, 1):
        cells = [_words(line) if line["lane"] == name else "" for name in names]
        table.add_row(str(number), *cells)
    return table


def plain_console() -> Console:
    """Standard output: coloured in a terminal, plain in a pipe."""
    return Console(highlight=False, markup=False, emoji=False)


def _lane(name: str) -> Text:
    return Text(name, style=LANE_STYLE.get(name, "blue"))


def _words(line: dict[str, Json]) -> str:
    """A line of the story in words: a note as it is, an event as "retry a 1: acknowledgement lost"."""
    if "text" in line:
        return str(line["text"])
    head = " ".join(str(line[part]) for part in ("event", "key") if part in line)
    attempt = f" (attempt {line['attempt']})" if "attempt" in line else ""
    rest = [str(line["reason"])] if "reason" in line else []
    if "effect" in line:
        rest.append(line["effect"] if line["event"] == "acked" else f"effect {line['effect']}")
    return head + attempt + (": " + ", ".join(rest) if rest else "")


def _figures(run: Seen) -> str:
    observed = run.outcome.observed
    return ", ".join(f"{name} {_plain(observed[name])}" for name in FIGURES if name in observed)


def _plain(value: Json) -> str:
    return "[" + ", ".join(map(str, value)) + "]" if isinstance(value, list) else str(value)


def _control_line(result: Result) -> str:
    if result.control is None:
        return "kept the promise"
    found = f" in schedule {result.control.schedule}" if result.control.schedule else ""
    return f"breaks it{found}: {_figures(result.control)}"


def _schedules(side: Explored) -> str:
    words = (
        "all of them" if side.exhausted else "not all: threads ran free, barriers pinned the order"
    )
    return f"{side.explored} ({words})"
