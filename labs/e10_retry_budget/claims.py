"""What must still be true: the figures of every scenario, and the promise that its control breaks.

This file stays in the parent: the child that runs the scenarios never sees an expected value.
"""

from labs.e10_retry_budget.invariants import (
    counters_end,
    elsewhere,
    final_is_final,
    limit_is_met,
    noted,
    one_retry,
    own_budget,
    own_step,
    reason_is_kept,
    stays_failed,
)
from labs.kit.scenario import Expected, Json

HORIZON = 10
OOM = "out of memory"
FAILED, TIMEOUT = f"failed: {OOM}", "failed: timeout after 25200 s"


def tried(
    attempts: int, last_count: int, ended: str = "failed", reason: str | None = OOM
) -> dict[str, Json]:
    """One row of `tried-servers`: neither net ever sees anything."""
    nets = {"retry_count": 0, "alerts": 0}
    return {
        "attempts": attempts,
        "ended": ended,
        "reason": reason,
        "last_count": last_count,
        **nets,
    }


def stopped(
    attempts: int, breaker_open: bool, ended: str = "failed", reason: str | None = OOM
) -> dict[str, Json]:
    """One row of `breaker-accident`."""
    return {"attempts": attempts, "ended": ended, "reason": reason, "breaker_open": breaker_open}


def told(told: str, settled_s: int, asked: list[str], seen: str) -> dict[str, Json]:
    """One row of `incident`."""
    return {"told": told, "settled_s": settled_s, "asked": asked, "seen_at_7320": seen}


UNREADABLE = "failed: unknown_status"
TWO_NODES = ["node-1", "node-2"]
OLD_PATH = told(TIMEOUT, 25_200, ["node-1"], "in progress")
ACCEPTED = {"limit 2, TTL 50400": [1, 2], "limit 3, TTL 50400, refreshed": [1, 2, 3]}

EXPECTED = {
    "tried-servers": Expected(
        invariant=one_retry,
        struck=noted("out of memory"),
        protected={
            "rows": {"budget, limit 2": tried(2, last_count=2)},
            "events": ["requeued j1", "failed j1"],
        },
        control={
            "rows": {
                "servers, len >= 1": tried(1, last_count=1),
                "servers, no duplicates, len >= 2": tried(
                    HORIZON, last_count=1, ended="queued", reason=None
                ),
            }
        },
    ),
    "scope-job": Expected(
        invariant=own_budget,
        struck=noted("j2, render: out of memory"),
        protected={"attempts": {"j1": 2, "j2": 2}, "counts": [1, 1, 2, 2]},
        control={"attempts": {"j1": 2, "j2": 1}, "counts": [1, 2, 3]},
    ),
    "scope-step": Expected(
        invariant=own_step,
        struck=noted("j1, preprocess: out of memory"),
        protected={"ended": "done", "attempts": 3, "counts": [1, 1]},
        control={"ended": "failed", "attempts": 2, "counts": [1, 2]},
    ),
    "atomic-ttl": Expected(
        invariant=counters_end,
        struck=noted("dies"),
        protected={
            "ends": ["done", "done", "done"],
            "counts": [1, 1, 1],
            "left_behind": [2, 1],
        },
        control={
            "ends": ["failed", "failed", "failed"],
            "counts": [2, 3, 4],
            "left_behind": [2, 3],
        },
    ),
    "ttl-horizon": Expected(
        invariant=limit_is_met,
        struck=noted("until t=50400"),
        protected={
            "rows": {
                "limit 2, TTL 3600": "refused",
                "limit 2, TTL 21600": "refused",
                "limit 3, TTL 50400": "refused",
                **ACCEPTED,
            }
        },
        control={
            "rows": {
                "limit 2, TTL 3600": [1] * HORIZON,
                "limit 2, TTL 21600": [1] * HORIZON,
                "limit 3, TTL 50400": [1, 2] * (HORIZON // 2),
                **ACCEPTED,
            }
        },
    ),
    "breaker-accident": Expected(
        invariant=one_retry,
        struck=noted("connection refused"),
        protected={
            "rows": {
                "submit": stopped(2, breaker_open=False, reason="connection refused"),
                "explicit": stopped(2, breaker_open=False),
            }
        },
        control={
            "rows": {
                "submit": stopped(3, breaker_open=True, ended="queued", reason=None),
                "explicit": stopped(HORIZON, breaker_open=False, ended="queued", reason=None),
            }
        },
    ),
    "cas-requeue": Expected(
        invariant=stays_failed,
        struck=noted("j1, render: 2 of 2"),
        protected={"ended": "failed", "after_failed": [], "too_late": 1},
        control={"after_failed": ["queued", "running", "failed"], "too_late": 0},
    ),
    "diverse-retry": Expected(
        invariant=elsewhere,
        struck=noted("j1, render: out of memory"),
        protected={"asked": TWO_NODES, "ended": "done", "counts": [1]},
        control={"asked": ["node-1", "node-1"], "ended": "failed", "counts": [1, 2]},
    ),
    "producer-says": Expected(
        invariant=final_is_final,
        struck=noted("false"),
        protected={
            "rows": {
                "false": [1, OOM],
                "true": [2, OOM],
                "nothing": [2, OOM],
                '"no"': [2, "retryable_not_boolean"],
                "0": [2, "retryable_not_boolean"],
                "null": [2, "retryable_not_boolean"],
            }
        },
        control={
            "rows": {says: [2, OOM] for says in ("false", "true", "nothing", '"no"', "0", "null")}
        },
    ),
    "incident": Expected(
        invariant=reason_is_kept,
        struck=noted("says why it failed; read"),
        protected={
            "explicit": told(FAILED, 139, TWO_NODES, FAILED),
            "unreadable": told(UNREADABLE, 139, TWO_NODES, UNREADABLE),
        },
        control={"explicit": OLD_PATH, "unreadable": OLD_PATH},
    ),
}
