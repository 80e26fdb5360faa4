"""What must still be true: the figures of every scenario, and the promise that its control breaks.

This file stays in the parent: the child that runs the scenarios never sees an expected value.
"""

from labs.e08_retries.invariants import (
    accounted_for,
    answered_truthfully,
    bug_reaches_caller,
    conflict_is_told,
    ends,
    happened,
    kept_promise,
    lost_nothing,
    no_more_than,
    noted,
    nothing_after_cancel,
    read_when_finished,
)
from labs.kit.scenario import Expected

ACK_LOST = "acknowledgement lost"

EXPECTED = {
    "lost-ack": Expected(
        invariant=no_more_than(7),
        struck=happened("retry", ACK_LOST),
        protected={
            "total": 7,
            "writes": 1,
            "waits": [1],
            "events": ["retry a", "acked a duplicate"],
        },
        control={"total": 14, "writes": 2, "events": ["retry a", "acked a applied"]},
    ),
    "queue": Expected(
        invariant=no_more_than(10),
        struck=happened("dead", "attempts"),
        protected={
            "total": 10,
            "writes": 2,
            "seen": ["a", "b"],
            "waits": [1, 1, 2],
            "starts": {"a": 0, "poison": 1, "b": 4},
            "attempts": {"a": 3, "poison": 3, "b": 1},
            "events": [
                "retry a",
                "acked a duplicate",
                "acked a duplicate",
                "retry poison",
                "retry poison",
                "dead poison none",
                "acked b applied",
            ],
        },
        control={"total": 24, "writes": 4},
    ),
    "fail-before": Expected(
        invariant=lost_nothing,
        struck=happened("retry", "failed before the effect"),
        protected={"total": 7, "writes": 1, "waits": [1], "events": ["retry a", "acked a applied"]},
        control={"total": 0, "writes": 0, "events": ["retry a", "acked a duplicate"]},
    ),
    "poison": Expected(
        invariant=ends("poison"),
        struck=happened("retry", "failed before the effect"),
        protected={
            "attempts": {"poison": 3, "b": 1},
            "waits": [1, 2],
            "writes_by_key": {"b": 1},
            "starts": {"poison": 0, "b": 3},
            "total": 3,
            "writes": 1,
            "events": ["retry poison", "retry poison", "dead poison none", "acked b applied"],
        },
        control={
            "attempts": {"poison": 10},
            "waits": [1, 2, 4, 8, 16, 32, 64, 128, 256],
            "starts": {"poison": 0},
        },
    ),
    "dead-but-done": Expected(
        invariant=no_more_than(7),
        struck=happened("dead", "attempts"),
        protected={
            "total": 7,
            "writes": 1,
            "waits": [1, 2],
            "events": ["retry a", "retry a", "dead a applied", "acked a duplicate"],
        },
        control={"total": 14, "writes": 2},
    ),
    "key-conflict": Expected(
        invariant=conflict_is_told,
        struck=noted("writes 10"),
        protected={
            "total": 10,
            "writes": 1,
            "waits": [],
            "events": ["acked a applied", "dead a none"],
        },
        control={"total": 10, "writes": 1, "events": ["acked a applied", "acked a duplicate"]},
    ),
    "key-drift": Expected(
        invariant=no_more_than(7),
        struck=noted("the key is now b"),
        protected={"total": 7, "writes": 1, "writes_by_key": {"a": 1}, "key_at_end": "b"},
        control={"total": 14, "writes": 2, "writes_by_key": {"a": 1, "b": 1}},
    ),
    "same-key-race": Expected(
        invariant=no_more_than(7),
        struck=lambda run: len(run.observed["told"]) == 2,
        protected={"total": 7, "writes": 1, "told": ["applied", "duplicate"]},
        control={"total": 14, "writes": 2, "told": ["applied", "applied"]},
    ),
    "unknown-error": Expected(
        invariant=bug_reaches_caller,
        struck=lambda run: run.observed["attempts"]["a"] > 0,
        protected={
            "attempts": {"a": 1},
            "waits": [],
            "raised": "ValueError",
            "door": "shut",
            "events": ["crashed a none", "abandoned b", "abandoned c"],
        },
        control={"attempts": {"a": 3, "b": 1, "c": 1}, "raised": None},
    ),
    "cancel-checkpoint": Expected(
        invariant=nothing_after_cancel,
        struck=noted("cancels"),
        protected={
            "writes": 0,
            "total": 0,
            "entered": 1,
            "events": ["cancelled a none", "cancelled b none"],
        },
        control={"writes": 1, "total": 7},
    ),
    "late-cancel": Expected(
        invariant=answered_truthfully,
        struck=noted("cancels"),
        protected={"total": 4, "writes": 1, "events": ["acked a applied"]},
        control={"total": 4, "events": ["cancelled a none"]},
    ),
    "cancelled-but-done": Expected(
        invariant=no_more_than(7),
        struck=noted("cancels during the wait"),
        protected={
            "total": 7,
            "writes": 1,
            "waits": [1],
            "events": ["retry a", "cancelled a applied"],
        },
        control={"total": 14, "writes": 2},
    ),
    "cancel-in-the-gap": Expected(
        invariant=kept_promise,
        struck=noted("cancels"),
        protected={"total": 7, "writes": 1, "events": ["acked a applied"]},
        control={"promised": 0, "written_after_cancel": 1},
    ),
    "drain": Expected(
        invariant=read_when_finished,
        struck=noted("reads the results"),
        protected={
            "acked_when_read": 2,
            "total": 10,
            "writes": 2,
            "events": ["acked a applied", "acked b applied"],
        },
        control={},
    ),
    "no-drain": Expected(
        invariant=accounted_for,
        struck=noted("closes without draining"),
        protected={
            "total": 7,
            "writes": 1,
            "events": ["acked a applied", "cancelled b none", "cancelled c none"],
        },
        control={"total": 7, "events": ["acked a applied"]},
    ),
    "closed-door": Expected(
        invariant=accounted_for,
        struck=noted("closes"),
        protected={"none": "TypeError", "late": "Closed"},
        control={"racing": "accepted", "writes": 0},
    ),
}
