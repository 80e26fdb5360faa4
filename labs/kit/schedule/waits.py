"""Who waits for what, when nobody can go on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from labs.kit.schedule.lanes import Lane
from labs.kit.schedule.steps import Step

if TYPE_CHECKING:
    from labs.kit.schedule.run import Run


def told_wait(run: Run, lane: Lane) -> str:
    """`Thread 1 waits at bank.py:9: acquire Lock 2, held by Thread 2 since bank.py:12`."""
    name = lane.step.target[0]
    owner = getattr(run.names.thing(name), "owner", None)
    held = f", held by {owner.name}{_since(run, name, owner)}" if isinstance(owner, Lane) else ""
    where = f" at {lane.where}" if lane.where else ""
    return f"{lane.name} waits{where}: {lane.step.action} {name}{held}"


def _since(run: Run, name: str, owner: Lane) -> str:
    for step, where in zip(reversed(run.trace), reversed(run.places), strict=False):
        if isinstance(step, Step) and (step.lane, step.target[0]) == (owner.index, name):
            return f" since {where}"
    return ""
