"""What is said of a run that cannot go on: who waits for what, or which error nobody caught."""

from __future__ import annotations

import re
from traceback import format_exception_only
from typing import TYPE_CHECKING

from labs.kit.schedule.lanes import Lane
from labs.kit.schedule.steps import Step

if TYPE_CHECKING:
    from labs.kit.schedule.run import Run


_ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+")


def told_wait(run: Run, lane: Lane) -> str:
    """`Thread 1 waits at bank.py:9: acquire Lock 2, held by Thread 2 since bank.py:12`."""
    name = lane.step.target[0]
    owner = getattr(run.names.thing(name), "owner", None)
    held = f", held by {owner.name}{_since(run, name, owner)}" if isinstance(owner, Lane) else ""
    where = f" at {lane.where}" if lane.where else ""
    what = "a notify, then " if lane.step.action == "wake" else f"{lane.step.action} "
    return f"{lane.name} waits{where}: {what}{name}{held}"


def told_error(error: BaseException) -> str:
    """The first line of an error, without the addresses that differ from process to process."""
    lines = format_exception_only(error)
    first = next((line for line in lines if not line.startswith(" ")), lines[0])
    return _ADDRESS.sub(" at 0x…", first.splitlines()[0])


def _since(run: Run, name: str, owner: Lane) -> str:
    for step, where in zip(reversed(run.trace), reversed(run.places), strict=False):
        if isinstance(step, Step) and (step.lane, step.target[0]) == (owner.index, name):
            return f" since {where}"
    return ""
