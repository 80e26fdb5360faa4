"""Tells one run in source terms: a lane a thread, a line a step, every switch marked."""

from __future__ import annotations

import linecache
import textwrap
import traceback
from itertools import groupby
from typing import Any

from labs.kit.schedule import verdict
from labs.kit.schedule.places import is_own, place
from labs.kit.schedule.run import Run
from labs.kit.schedule.steps import FIFO, LIFE, LOCK, Choice, Step, Target

WIDTH = 80
LINES_MAX = 60
MODELLED = ("", FIFO, LIFE, LOCK)  # parts of modelled objects: every step on one of them is told
_HANGING: Any = {"subsequent_indent": "    "}


def object_of(step: Step) -> str:
    """The object of a step as code would write it."""
    name, part = step.target
    if part in MODELLED:
        return name
    return name + part if part.startswith("[") else f"{name}.{part}"


def told(run: Run) -> str:
    """The whole report of a run that was made with places."""
    steps = [line if len(line) <= WIDTH else line[: WIDTH - 1] + "…" for line in _steps(run)]
    ends = [part for line in ending(run) for part in textwrap.wrap(line, WIDTH, **_HANGING)]
    head = textwrap.wrap(f"schedule {run.schedule}", WIDTH, subsequent_indent="  ")
    return "\n".join([*head, *_legend(run), *steps, "", *ends])


def _legend(run: Run) -> list[str]:
    return [f"thread {lane.index} is {lane.name}" for lane in run.lanes]


def _story(run: Run) -> list[tuple[Step | Choice, str]]:
    """The steps worth telling: not those on what one thread alone touches, or nobody changes."""
    users: dict[Target, set[int]] = {}
    changed: set[Target] = set()
    for entry in run.trace:
        if isinstance(entry, Step):
            for target, writes in entry.touched():
                users.setdefault(target, set()).add(entry.lane)
                if writes:
                    changed.add(target)
    everything = run.verdict == verdict.ENDLESS or len(run.lanes) == 1
    return [
        (entry, where)
        for entry, where in zip(run.trace, run.places, strict=True)
        if everything
        or isinstance(entry, Choice)
        or entry.target[1] in MODELLED
        or any(len(users[target]) > 1 and target in changed for target, _ in entry.touched())
    ]


def _steps(run: Run) -> list[str]:
    told = _story(run)
    width = max((len(place) for _, place in told), default=0)
    lines = []
    before = told[0][0].lane if told else 0
    for (entry, where), group in groupby(told):
        count = len(list(group))
        times = f"  ({count} times)" if count > 1 else ""
        mark = ">" if entry.lane != before else " "
        lanes = " ".join(
            str(lane.index % 10) if lane.index == entry.lane else "|" for lane in run.lanes
        )
        lines.append(f"{mark} {lanes}  {where:{width}}  {_what(entry)}{times}")
        before = entry.lane
    if len(lines) > LINES_MAX:
        half = LINES_MAX // 2
        lines[half:-half] = [f"  … {len(lines) - 2 * half} more steps …"]
    left_out = len(run.trace) - len(told)
    return lines + [f"  ({left_out} steps that concern no other thread left out)"] * bool(left_out)


def _what(entry: Step | Choice) -> str:
    if isinstance(entry, Choice):
        return f"choose   {entry.value} of 0..{entry.of - 1} {entry.label}".rstrip()
    return f"{entry.action:8} {object_of(entry)}".rstrip()


def ending(run: Run) -> list[str]:
    """What came of it: the broken claim, who waits for whom, or where it goes round."""
    lines = [f"{run.verdict} {run.reason}".rstrip()]
    if run.error is not None:
        lines += _own_lines(run.error)
    lines += [f"  {wait}" for wait in run.waits]
    if run.verdict == verdict.ENDLESS:
        lines.append(f"  {_round(run)}")
    return lines + [f"  note: {note}" for note in run.notes]


def _own_lines(error: BaseException) -> list[str]:
    lines = []
    for frame, line in traceback.walk_tb(error.__traceback__):
        code = frame.f_code
        if is_own(code):
            source = linecache.getline(code.co_filename, line).strip()
            lines.append(f"  {place(code, line)} in {code.co_name}: {source}")
    return lines


def _round(run: Run) -> str:
    """Which thread loops where, from the last steps of a run without end."""
    if not run.trace:
        return f"main goes round at {run.lanes[0].where}"
    lane = run.trace[-1].lane
    steps = zip(run.trace[-100:], run.places[-100:], strict=True)
    places = sorted({place for entry, place in steps if entry.lane == lane})
    return f"{run.lanes[lane].name} goes round at {', '.join(places)}"
