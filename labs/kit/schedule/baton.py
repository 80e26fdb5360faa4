"""The baton: real threads, of which exactly one runs, until it announces its next step.

Whoever announces a step asks the run who goes next and hands the baton on. No thread of a
controller stands between them, and a lane that may simply go on switches nothing.
"""

from __future__ import annotations

from _thread import get_ident
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import NoReturn

from labs.kit.schedule import timeouts, verdict
from labs.kit.schedule.lanes import Lane, Unwind, sleep_for_ever
from labs.kit.schedule.run import Run
from labs.kit.schedule.steps import Name, Target

Footprint = tuple[tuple[Target, bool], ...]

__all__ = ["Name", "Target", "active", "live", "name_of", "operate", "point", "quiet", "unseen"]

_live: Run | None = None


def set_live(run: Run | None) -> None:
    """Make this the run whose lanes announce their steps; one at a time in a process."""
    global _live  # noqa: PLW0603 - announcements come from anywhere in the code under test
    if run is not None and _live is not None:
        raise RuntimeError("an exploration cannot run within another")
    _live = run


def live() -> Run | None:
    """The live run, if the calling thread holds its baton."""
    run = _live
    return run if run is not None and run.ident == get_ident() else None


def point(action: str, target: Target, writes: bool, also: Footprint = ()) -> None:
    """Announce the calling thread's next step, and return when it is to be taken.

    `also` says what the same step touches besides: `a.extend(b)` is one step on two objects.
    """
    run = _live
    if run is None:
        return
    if run.ident != get_ident():
        run.strangers = True
        return
    lane = run.current
    if lane.quiet:
        return
    if lane.unwinding:
        _insist(run, lane)
    else:
        run.take(lane, action, target, writes, also=also)


def points(action: str, footprint: Footprint) -> None:
    """As `point`, where one step touches several objects; of each it says whether it is written."""
    (target, writes), *also = footprint
    point(action, target, writes, tuple(also))


def active() -> bool:
    """Whether announcements of the calling thread are steps of a live run."""
    run = live()
    return run is not None and not run.current.unwinding and not run.current.quiet


def unwinding() -> bool:
    """Whether the calling thread is being ended because its run is over."""
    run = live()
    return run is not None and run.current.unwinding


def name_of(thing: object) -> Name:
    """Name an object, alike in every run that came the same way; "" outside a run."""
    run = _live
    return run.names.of(thing) if run is not None else ""


def unseen(what: str) -> NoReturn:
    """End the run as INCOMPLETE: it met something that cannot be seen; RuntimeError outside a run."""
    run = live()
    if run is None:
        raise RuntimeError(f"the schedule explorer cannot see {what}")
    run.finish(verdict.INCOMPLETE, f"not seen: {what}")
    run.current.unwinding = True
    raise Unwind


def _insist(run: Run, lane: Lane) -> None:
    """Unwind a lane again that goes on after the end of its run; the third time, leave it there."""
    if lane.must_end():
        run.ident = 0
        run.over.release()
        sleep_for_ever()


@contextmanager
def quiet() -> Iterator[None]:
    """Take no step meanwhile: bookkeeping that calls code under test is no part of its schedule."""
    run = live()
    if run is None:
        yield
        return
    lane = run.current
    lane.quiet += 1
    try:
        yield
    finally:
        lane.quiet -= 1


def choice(n: int, label: str = "") -> int:
    """A decision that the search explores: 0 first, then 1 to n - 1; 0 outside an exploration."""
    if n < 1:
        raise ValueError(f"a choice needs at least one answer, not {n}")
    run = live()
    if run is None or run.current.quiet or run.current.unwinding:
        return 0
    return run.choose(n, label)


def begin_again() -> None:
    """The code does what was not known when the exploration began: what was seen so far is void."""
    run = live()
    if run is not None:
        run.learned = True


def correct(action: str) -> None:
    """Call the step just taken something else, if a run is live."""
    run = live()
    if run is not None:
        run.correct(action)


def now() -> float:
    """Seconds of the virtual clock; 0 outside a run."""
    run = live()
    if run is None:
        return 0.0
    return run.now if not active() else timeouts.read_clock(run)


def moment() -> float:
    """The clock as waiting objects need it: read by a step only where code under test reads it too."""
    run = live()
    if run is None:
        return 0.0
    return timeouts.moment(run) if active() else run.now


def current_lane() -> Lane | None:
    """The lane of the calling thread; None outside a run."""
    run = live()
    return run.current if run is not None else None


def operate(
    action: str,
    target: Target,
    *,
    writes: bool = True,
    ready: Callable[[], bool] | None = None,
    timeout: float | None = None,
) -> bool:
    """Take one step of a modelled object once it is `ready`, or once `timeout` seconds are over.

    Answers whether it was ready. Outside a run, where nobody else could make it ready, waiting
    without a timeout is a RuntimeError.
    """
    run = live()
    if run is None and _live is not None:
        _live.strangers = True
    if run is None or run.current.quiet:
        if ready is None or ready():
            return True
        if timeout is not None:
            return False
        if run is not None:
            unseen(f"{action} {target[0]}, a wait in the midst of a step")
        raise RuntimeError(f"{action} would wait for ever: no other thread can run here")
    if run.current.unwinding:
        _insist(run, run.current)
        raise Unwind
    if ready is not None and timeout is not None:
        return timeouts.wait(run, action, target, writes, ready, timeout)
    run.take(run.current, action, target, writes, ready)
    return True
