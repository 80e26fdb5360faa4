"""What must still be true: the figures of every scenario, and the promise that its control breaks.

This file stays in the parent: the child that runs the scenarios never sees an expected value.
"""

from labs.e11_circuit_breaker.invariants import (
    answer_closes,
    answers_are_health,
    asked,
    cancel_proves_nothing,
    dead_hold_nothing,
    failures_add_up,
    ill_node_is_out,
    noted,
    one_at_a_time,
    only_the_probe_decides,
    slot_comes_back,
)
from labs.kit.scenario import Expected, Json

RESULT, REFUSED, LET_THROUGH = "result", "refused", "let through"
EXPLICIT, NODE, OTHER = "explicit failure", "node failure", "other error"


def permits(admitted: int, settled: int, in_flight: int = 0, refused: int = 0) -> dict[str, Json]:
    """The accounting of permits."""
    return {"admitted": admitted, "settled": settled, "in_flight": in_flight, "refused": refused}


EXPECTED = {
    "bad-inputs": Expected(
        invariant=answers_are_health,
        struck=asked("bad-3", EXPLICIT),
        protected={
            "state": "closed",
            "streak": 0,
            "asked": 4,
            "told": [EXPLICIT, EXPLICIT, EXPLICIT, RESULT],
            "permits": permits(4, 4),
        },
        control={
            "state": "open",
            "asked": 3,
            "told": [EXPLICIT, EXPLICIT, EXPLICIT, REFUSED],
            "permits": permits(3, 3, refused=1),
        },
    ),
    "protocol-counts": Expected(
        invariant=ill_node_is_out,
        struck=asked("job-3", NODE),
        protected={
            "state": "open",
            "asked": 3,
            "told": [NODE, NODE, NODE, REFUSED],
            "permits": permits(3, 3, refused=1),
        },
        control={"state": "closed", "streak": 0, "told": [NODE, NODE, NODE, NODE]},
    ),
    "streak": Expected(
        invariant=failures_add_up,
        struck=asked("bad", EXPLICIT),
        protected={
            "state": "open",
            "events": ["asked job-1", "asked job-2", "asked bad", "asked job-3"],
            "permits": permits(4, 4),
        },
        control={"state": "closed", "streak": 1, "permits": permits(4, 4)},
    ),
    "slot-leak": Expected(
        invariant=answer_closes,
        struck=asked("probe", EXPLICIT),
        protected={
            "after_probe": "closed",
            "state": "closed",
            "asked": 4,
            "told": [EXPLICIT, RESULT, RESULT, RESULT],
            "permits": permits(7, 7),
        },
        control={
            "after_probe": "half-open",
            "state": "half-open",
            "asked": 1,
            "told": [EXPLICIT, REFUSED, REFUSED, REFUSED],
            "permits": permits(4, 3, in_flight=1, refused=3),
        },
    ),
    "stale-permit": Expected(
        invariant=only_the_probe_decides,
        struck=noted("a slow call reports success"),
        protected={
            "states": ["half-open", "half-open", "half-open", "half-open"],
            "told": [REFUSED],
            "state": "closed",
            "permits": permits(8, 8, refused=1),
        },
        control={"states": ["closed", "closed", "closed", "closed"], "told": [LET_THROUGH]},
    ),
    "cancelled-probe": Expected(
        invariant=cancel_proves_nothing,
        struck=asked("probe", "cancelled"),
        protected={
            "after_cancel": "half-open",
            "state": "closed",
            "told": ["cancelled", RESULT],
            "permits": permits(5, 5),
        },
        control={"after_cancel": "closed"},
    ),
    "one-probe": Expected(
        invariant=one_at_a_time,
        struck=noted("the two at the door"),
        protected={
            "told": [LET_THROUGH, REFUSED],
            "state": "half-open",
            "permits": permits(4, 3, in_flight=1, refused=1),
        },
        control={"told": [LET_THROUGH, LET_THROUGH], "permits": permits(5, 3, in_flight=2)},
    ),
    "exception-path": Expected(
        invariant=slot_comes_back,
        struck=asked("bug", OTHER),
        protected={
            "state": "closed",
            "asked": 3,
            "told": [OTHER, REFUSED, OTHER, RESULT],
            "permits": permits(6, 6, refused=1),
        },
        control={
            "state": "half-open",
            "asked": 1,
            "told": [OTHER, REFUSED, REFUSED, REFUSED],
            "permits": permits(4, 3, in_flight=1, refused=3),
        },
    ),
    "dead-owner": Expected(
        invariant=dead_hold_nothing,
        struck=noted("has ended, unsettled"),
        protected={
            "state": "closed",
            "told": [REFUSED, LET_THROUGH, RESULT],
            "permits": permits(6, 6, refused=1),
        },
        control={
            "state": "half-open",
            "told": [REFUSED, REFUSED, REFUSED],
            "permits": permits(4, 3, in_flight=1, refused=3),
        },
    ),
}
