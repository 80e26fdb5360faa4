"""A story in words: what each lane did, in order, as lines or with a column a lane."""

from collections.abc import Sequence

from rich.table import Table
from rich.text import Text

from labs.kit.scenario import Json

Line = dict[str, Json]
LANES_MAX = 5  # side by side on 80 columns
STYLES = {"worker": "cyan", "store": "magenta", "caller": "yellow"}


def in_lines(story: Sequence[Line]) -> Table:
    """A line each, the lane's name before it."""
    table = Table.grid(padding=(0, 1, 0, 0))
    table.add_column(no_wrap=True)
    table.add_column()
    for line in story:
        table.add_row(lane(line["lane"]), words(line))
    return table


def in_lanes(story: Sequence[Line]) -> Table:
    """A numbered row each, a column for each lane, by name; lines without columns if these would be too narrow."""
    names = sorted({line["lane"] for line in story})
    if len(names) > LANES_MAX:
        return in_lines(story)
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column("", justify="right")
    for name in names:
        table.add_column(lane(name), max_width=72 // len(names))
    for number, line in enumerate(story, 1):
        cells = [words(line) if line["lane"] == name else "" for name in names]
        table.add_row(str(number), *cells)
    return table


def lane(name: str) -> Text:
    """The lane's name in its colour."""
    return Text(name, style=STYLES.get(name, "blue"))


def words(line: Line) -> str:
    """A note as it is; an event as "retry a, attempt 1: acknowledgement lost"."""
    if "text" in line:
        return str(line["text"])
    head = " ".join(str(line[part]) for part in ("event", "key") if part in line)
    attempt = f", attempt {line['attempt']}" if "attempt" in line else ""
    rest = [str(line["reason"])] if "reason" in line else []
    if "effect" in line:
        rest.append(line["effect"] if line["event"] == "acked" else f"effect {line['effect']}")
    return head + attempt + (": " + ", ".join(rest) if rest else "")


def plain(value: Json) -> str:
    """A value for people: lists and maps without the quotes of Python."""
    if isinstance(value, list):
        return "[" + ", ".join(map(plain, value)) + "]"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {plain(item)}" for key, item in value.items()) + "}"
    return "none" if value is None else str(value)
