"""Of a run's report, what concerns the student: the steps and lines of their own file, and how it ended.

`replay` tells every step, those of the drive and of the lab among them.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from labs.runner.checking import HANGS

_STEP = re.compile(r"[ >] (?P<lanes>(?:[|\d] )+) ")
_THREAD = re.compile(r"thread (\d+) is (.+)")
_FRAME = re.compile(r"  (?P<name>\S+):(?P<line>\d+) in [^:]+: (?P<source>.*)")


def own_steps(report: str, path: Path, *, with_order: bool) -> list[str]:
    """The lines to show; `with_order`, the steps too.

    A report that is none of a run, such as where an import failed, is shown as it is.
    """
    if not report.startswith("schedule"):
        return report.rstrip().splitlines()
    body, _, ending = report.rstrip().rpartition("\n\n")
    order = list(_order(body.splitlines(), path)) if with_order else []
    return [*order, *_ending(ending.splitlines(), path)]


def _order(lines: list[str], path: Path) -> Iterator[str]:
    """A heading that names the threads, then each step of the file; `>` marks where another thread goes on."""
    steps = [line for line in lines if _STEP.match(line) and f" {path.name}:" in line]
    if len(set(map(lane_of, steps))) < 2:
        return  # one thread alone has no order
    threads = ", ".join(
        f"{found[1]} {found[2]}" for found in map(_THREAD.fullmatch, lines) if found
    )
    yield ""
    yield f"in this order ({threads}):"
    before = lane_of(steps[0])
    for step in steps:
        yield (">" if lane_of(step) != before else " ") + step[1:].rstrip()
        before = lane_of(step)


def kind_of_hang(report: str) -> str:
    """DEADLOCK, ENDLESS or LEAKED, if that is how the run ended; else nothing."""
    word = report.rstrip().rpartition("\n\n")[2].partition(" ")[0]
    return word if word in HANGS else ""


def lane_of(step: str) -> str:
    """The number of the thread that takes the step, as the line has it."""
    found = _STEP.match(step)
    return found["lanes"].replace("|", "").strip() if found else ""


def _ending(lines: list[str], path: Path) -> Iterator[str]:
    """Who waits for whom, notes, and lines of the file; the verdict before them is told already."""
    source = path.read_text(encoding="utf-8", errors="replace").splitlines()
    shown = False
    for line in lines:
        if not line.startswith("    "):  # else it goes on with the line before
            frame = _FRAME.match(line)
            shown = line.startswith("  ") and (frame is None or _is_own(frame, path, source))
        if shown:
            yield line


def _is_own(frame: re.Match[str], path: Path, source: list[str]) -> bool:
    """Whether the frame is of that file; a part of the lab may have the same name, but not the same line there."""
    number = int(frame["line"])
    return (
        frame["name"] == path.name
        and number <= len(source)
        and source[number - 1].strip().startswith(frame["source"].strip())
    )
