"""What a timeout means in a run, and how the virtual clock moves.

As an explored choice (the rule unless said otherwise) a timeout may fire whenever what is waited for
is not there: a wait with a timeout is a try at any moment. By idle timeouts it fires only when
nothing else can run; then the clock moves to the nearest deadline.
"""

from __future__ import annotations

from labs.kit.schedule.lanes import Ready
from labs.kit.schedule.run import Run
from labs.kit.schedule.steps import CLOCK, Target


def wait(run: Run, action: str, target: Target, writes: bool, ready: Ready, timeout: float) -> bool:
    """Take a step that is ready, or that comes too late; whether it was ready. Seconds."""
    lane, trying = run.current, action + "?"
    if timeout <= 0:
        run.take(lane, trying, target, writes)
        return ready()
    if run.idle:
        run.take(lane, trying, target, writes, ready, run.now + timeout)
        return ready()
    deadline = moment(run) + timeout
    run.take(lane, trying, target, writes)
    if ready():
        return True
    if run.timed:
        run.take(lane, "time out", CLOCK, True)
    _advance(run, deadline)
    return False


def sleep(run: Run, seconds: float) -> None:
    """Let at least so many seconds of the virtual clock pass."""
    lane = run.current
    if run.idle:
        run.take(lane, "sleep", CLOCK, False, _never, run.now + seconds)
        return
    deadline = moment(run) + seconds
    run.take(lane, "sleep", CLOCK if run.timed else (lane.name, "sleep"), True)
    _advance(run, deadline)


def read_clock(run: Run) -> float:
    """Seconds of the virtual clock, read by a step: its order with the passing of time matters."""
    if not run.idle and len(run.lanes) > 1:
        run.clock_read = True
        run.take(run.current, "read", CLOCK, False)
    return run.now


def moment(run: Run) -> float:
    """The clock as a wait needs it: read by a step only if code under test reads it too."""
    return read_clock(run) if run.timed else run.now


def _advance(run: Run, moment: float) -> None:
    # While nobody reads the clock it stands still, so that the order of time-outs cannot matter.
    if run.timed or len(run.lanes) == 1:
        run.now = max(run.now, moment)


def _never() -> bool:
    return False
