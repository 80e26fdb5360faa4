"""Starts a run, waits for its verdict, and ends every lane that is left: nothing outlives a run."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable

from labs.kit.schedule.lanes import Lane
from labs.kit.schedule.places import place_of
from labs.kit.schedule.run import Run

STUCK_AFTER_S = 2.0  # of processor time, without a step: a loop that announces nothing
WAITING_AFTER = (
    5  # times as long without one, and hardly any of it used: a real lock or a real wait
)


def conduct(run: Run, body: Callable[[], object]) -> None:
    """Run the body as lane 0 to a verdict."""
    first = run.spawn(run.names.of(run, "main"), False, body)
    if _hand_to(run, first):
        for lane in run.lanes:
            if not lane.done and not lane.parked:
                lane.unwinding = True
                if not _hand_to(run, lane):
                    return


def _hand_to(run: Run, lane: Lane) -> bool:
    """Hand the baton to a lane and wait until it comes back; False if it does not."""
    run.current, run.ident = lane, lane.worker.ident
    lane.worker.baton.release()
    steps, since_s, used_s = -1, time.monotonic(), time.process_time()
    while not run.over.acquire(timeout=STUCK_AFTER_S):
        if steps != run.steps:
            steps, since_s, used_s = run.steps, time.monotonic(), time.process_time()
            continue
        loops = time.process_time() - used_s >= STUCK_AFTER_S
        waits = time.monotonic() - since_s >= WAITING_AFTER * STUCK_AFTER_S
        if loops or waits:  # else the machine is busy, and nobody stuck
            _give_up(run)
            return False
    for parked in (lane for lane in run.lanes if lane.parked):
        run.lost = f"{parked.name} swallowed the end of the run twice"
        run.spoil(run.lost)
    return True


def _give_up(run: Run) -> None:
    where = place_of(sys._current_frames().get(run.ident))  # noqa: SLF001 - a stack of another thread
    at = f" at {where}" if where else ""
    run.lost = f"{run.current.name} took no step for {STUCK_AFTER_S:.0f} seconds{at}"
    run.spoil(run.lost)
