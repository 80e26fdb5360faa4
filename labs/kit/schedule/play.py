"""One run of a body, by rules that hold for every run of an exploration."""

from __future__ import annotations

import _thread
import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Literal

from labs.kit.schedule import baton, threads, workers
from labs.kit.schedule.conduct import conduct
from labs.kit.schedule.run import Decider, Run

Body = Callable[[], object]
Timeouts = Literal["choice", "idle"]
STEPS_MAX = 2000


@dataclass(frozen=True)
class Rules:
    """What holds for every run of an exploration."""

    max_steps: int = STEPS_MAX
    timeouts: Timeouts = "choice"
    reset: Callable[[], None] = lambda: None  # gives the code fresh module state before each run
    halts: bool = True  # at the first uncaught exception; else the other threads run on
    timed: bool = False  # the code reads the clock, so that passing time is a step of its own


def play(
    body: Body, decider: Decider, rules: Rules, locate: Callable[[], str] | None = None
) -> Run:
    """Run the body once, as lane 0, as the decider says."""
    rules.reset()
    run = Run(
        decider,
        steps_max=rules.max_steps,
        idle=rules.timeouts == "idle",
        timed=rules.timed,
        halts=rules.halts,
        locate=locate,
    )
    threads.THREADING.excepthook = threads.excepthook  # type: ignore[attr-defined]
    others = _thread._count() - workers.started()  # noqa: SLF001 - sees threads of any origin
    baton.set_live(run)
    try:
        conduct(run, body)
    finally:
        baton.set_live(None)
    if run.strangers:
        run.spoil("a thread that the explorer did not start used what is explored")
    if _thread._count() - workers.started() > others:  # noqa: SLF001 - as above
        run.spoil("a real thread was started")
    return run


@contextmanager
def collecting_between_runs() -> Iterator[None]:
    """Collect garbage only between runs: a finaliser in the midst of one is no decision of ours."""
    was_enabled = gc.isenabled()
    gc.freeze()  # what was there before is not looked through again and again
    gc.disable()
    try:
        yield
    finally:
        gc.unfreeze()
        if was_enabled:
            gc.enable()
