"""The promises of the lab, each with the test of a run that goes with it.

A run is judged by four things together: the total, the writes by key, the set of keys, and the events. The total alone
lets a missing write be made up by a double one; events alone miss a double write.
"""

from collections.abc import Callable

from labs.kit.scenario import Invariant, Observation

Test = Callable[[Observation], bool]


def happened(event: str, reason: str | None = None) -> Test:
    """Tell whether the worker recorded such an event."""
    return lambda run: any(
        entry["event"] == event and reason in (None, entry.get("reason")) for entry in run.events
    )


def noted(text: str) -> Test:
    """Tell whether a line in the store's or the caller's lane contains that text."""
    return lambda run: any(text in line.get("text", "") for line in run.story)


def no_more_than(owed: int) -> Invariant:
    """Promise that the world changes by no more than was asked for."""
    return Invariant(
        f"the world changes by the {owed} that was asked for, and no more",
        lambda run: bool(run.observed["total"] <= owed),
    )


def ends(key: str) -> Invariant:
    """Promise that the job under this key reaches an end."""
    return Invariant(
        "a job that always fails ends, and the queue goes on",
        lambda run: any(entry["event"] == "dead" and entry["key"] == key for entry in run.events),
    )


def _all_acked_are_written(run: Observation) -> bool:
    acked = {entry["key"] for entry in run.events if entry["event"] == "acked"}
    return acked <= set(run.observed["writes_by_key"])


def _effects_are_true(run: Observation) -> bool:
    written = run.observed["writes_by_key"].keys()
    return all(
        (entry["effect"] == "none") == (entry["key"] not in written)
        for entry in run.events
        if entry["event"] in ("cancelled", "dead")
    )


def _sum_is_right(run: Observation) -> bool:
    account = dict(run.observed["accounting"])
    return bool(account.pop("submitted") == sum(account.values()))


lost_nothing = Invariant("what was acknowledged has happened", _all_acked_are_written)
answered_truthfully = Invariant("what is reported of an effect is true", _effects_are_true)
accounted_for = Invariant("every job that was let in is accounted for", _sum_is_right)
conflict_is_told = Invariant(
    "success is told only for the operation that was recorded", happened("dead", "key conflict")
)
bug_reaches_caller = Invariant(
    "a bug ends the worker and reaches the caller", lambda run: run.observed["raised"] is not None
)
nothing_after_cancel = Invariant(
    "cancelled at a checkpoint means that nothing is written",
    lambda run: bool(run.observed["writes"] == 0),
)
kept_promise = Invariant(
    "no more is written after a cancel than was promised",
    lambda run: bool(run.observed["written_after_cancel"] <= run.observed["promised"]),
)
read_when_finished = Invariant(
    "results are read when all the work is finished",
    lambda run: bool(run.observed["acked_when_read"] == run.observed["accounting"]["submitted"]),
)
