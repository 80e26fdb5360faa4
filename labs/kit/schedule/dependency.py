"""When the order of two steps matters; run counts follow from this one table."""

from __future__ import annotations

from collections.abc import Callable

from labs.kit.schedule.steps import ENDS, FIFO, LIFE, LOCK, Step

Relation = Callable[[Step, Step], bool]

# Pairs of steps on one object whose order does not matter although one of them writes, by the kind
# of object. They hold whenever both steps can be taken: a get takes the oldest item, a put adds
# behind it, and counting work as done touches neither end. That a get needs its put, and a put its
# free place, is recorded by the queue itself (`Run.after`). Steps that do not wait for their
# turn (`get?`, `qsize`) see both ends, so they stand in no pair.
COMMUTE: dict[str, frozenset[tuple[str, str]]] = {
    FIFO: frozenset(
        pair
        for one, other in [("put", "get"), ("get", "task_done"), ("get", "join")]
        for pair in [(one, other), (other, one)]
    )
}

# Pairs of which the later step could not be taken before the earlier one, so that there is nothing
# to turn round. (A release of a lock that nobody held is called `release?`.)
ENABLE: dict[str, frozenset[tuple[str, str]]] = {
    LOCK: frozenset(
        (frees, takes) for frees in ("release", "wait") for takes in ("acquire", "wake")
    ),
    LIFE: frozenset([(ENDS, "join"), ("start", "join")]),
}
_NONE: frozenset[tuple[str, str]] = frozenset()


def _overlap(one: Step, other: Step) -> bool:
    """Whether two steps, of which one touches several objects, share one that either writes."""
    written = dict(one.touched())
    return any(
        target in written and (writes or written[target]) for target, writes in other.touched()
    )


def coarse(one: Step, other: Step) -> bool:
    """Two steps on one object depend if one of them writes."""
    if (one.also or other.also) and _overlap(one, other):
        return True
    if one.target == other.target:
        return one.writes or other.writes
    return (one.daemon or other.daemon) and (_closes(one, other) or _closes(other, one))


def fine(one: Step, other: Step) -> bool:
    """As `coarse`, but for the pairs of the table."""
    if (one.also or other.also) and _overlap(one, other):
        return True
    if one.target != other.target:
        return (one.daemon or other.daemon) and (_closes(one, other) or _closes(other, one))
    if not (one.writes or other.writes):
        return False
    return (one.action, other.action) not in COMMUTE.get(one.target[1], _NONE)


def enables(earlier: Step, later: Step) -> bool:
    """Whether the later step had to wait for the earlier one."""
    pair = (earlier.action, later.action)
    return earlier.target == later.target and pair in ENABLE.get(later.target[1], _NONE)


def _closes(one: Step, other: Step) -> bool:
    """Whether one may end the run and so take the other, of a daemon thread, away."""
    return one.action == ENDS and not one.daemon and other.daemon
