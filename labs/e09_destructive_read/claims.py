"""What must still be true: the figures of every scenario, and the promise that its control breaks.

This file stays in the parent: the child that runs the scenarios never sees an expected value.
"""

from labs.e09_destructive_read.invariants import (
    delivered,
    doubt_is_told,
    found_in_time,
    noted,
    nothing_lost,
    nothing_made_up,
    one_gets_it,
    reason_is_kept,
    result_wins,
    written_once,
)
from labs.kit.scenario import Expected

CAP_S = 25_200
SHORT_CAP_S = 20
FAILED = "failed: out of memory"
TIMEOUT = "failed: timeout after 25200 s, at the last look: no result yet"
SHORT_TIMEOUT = "failed: timeout after 20 s, at the last look: no result yet"

DELIVERED = ["success", "delivered"]
WAITS = ["raises", "waits to the cap"]

RIGHT_ROWS = {
    "done": DELIVERED,
    "error": ["StepError: out of memory", "ended"],
    "error, no message": ["StepError: the producer gave no message", "ended"],
    "empty object": ["missing_status", "ended"],
    "half a result": ["missing_status", "ended"],
    "status 1": ["status_not_string", "ended"],
    "status null": ["status_not_string", "ended"],
    "status true": ["status_not_string", "ended"],
    'status ["done"]': ["status_not_string", "ended"],
    "status DONE": ["unknown_status:DONE", "ended"],
    "status empty": ["unknown_status:", "ended"],
    "status ok": ["unknown_status:ok", "ended"],
    "a list": ["not_an_object", "ended"],
    "null": ["not_an_object", "ended"],
    "a number": ["not_an_object", "ended"],
    "a string": ["not_an_object", "ended"],
    "key twice": ["duplicate_key", "ended"],
    "NaN": ["not_a_number", "ended"],
    "1e999": ["not_a_number", "ended"],
    "lone surrogate": ["lone_surrogate", "ended"],
    "not JSON": ["invalid_json", "ended"],
    "empty": ["invalid_json", "ended"],
    "invalid UTF-8": ["invalid_utf8", "ended"],
    "UTF-16": ["invalid_utf8", "ended"],
    "BOM": ["byte_order_mark", "ended"],
    "too deep": ["too_deep", "ended"],
    "too large, cut": ["too_large", "ended"],
    "number too long": ["number_too_long", "ended"],
}
NAIVE_ROWS = {
    **dict.fromkeys(RIGHT_ROWS, DELIVERED),
    "error": ["error", "waits to the cap"],
    "error, no message": ["error", "waits to the cap"],
    **dict.fromkeys(["a list", "null", "a number", "a string"], WAITS),
    **dict.fromkeys(["not JSON", "empty", "invalid UTF-8", "UTF-16", "BOM"], WAITS),
    **dict.fromkeys(["too deep", "too large, cut", "number too long"], WAITS),
}

EXPECTED = {
    "hang": Expected(
        invariant=reason_is_kept,
        struck=noted("t=0 read and deleted"),
        protected={
            "told": "StepError",
            "status": FAILED,
            "ended_s": 0,
            "looks": 1,
            "seen_at_7320": FAILED,
            "events": ["ended r1"],
        },
        control={
            "told": "HardCap",
            "status": TIMEOUT,
            "ended_s": CAP_S,
            "looks": 5042,
            "seen_at_7320": "in progress",
        },
    ),
    "gone-after-read": Expected(
        invariant=nothing_lost,
        struck=noted("t=0 read and deleted"),
        protected={"told": "Result", "ended_s": 0, "writes": 1, "waits": [1]},
        control={"told": "HardCap", "ended_s": SHORT_CAP_S, "writes": 0},
    ),
    "payloads": Expected(
        invariant=nothing_made_up,
        struck=lambda run: len(run.observed["rows"]) == len(RIGHT_ROWS),
        protected={"rows": RIGHT_ROWS},
        control={"rows": NAIVE_ROWS},
    ),
    "transient": Expected(
        invariant=delivered,
        struck=noted("StoreUnavailable"),
        protected={
            "told": "Result",
            "ended_s": 5,
            "looks": 3,
            "events": ["delivered r1"],
        },
        control={"told": "StoreUnavailable", "ended_s": 0, "looks": 1},
    ),
    "lost-notice": Expected(
        invariant=found_in_time,
        struck=noted("notice lost"),
        protected={"told": "Result", "ended_s": 10, "looks": 3},
        control={"ended_s": CAP_S, "looks": 2},
    ),
    "wrapped": Expected(
        invariant=reason_is_kept,
        struck=noted("t=0 read and deleted"),
        protected={"told": "StepError", "status": FAILED, "ended_s": 0, "looks": 1},
        control={"told": "HardCap", "status": SHORT_TIMEOUT, "ended_s": SHORT_CAP_S},
    ),
    "last-look": Expected(
        invariant=result_wins,
        struck=lambda run: len(run.observed["told"]) == 4,
        protected={
            "told": {
                "cancelled, result there": ["Result", 5],
                "cancelled, nothing there": ["Cancelled", 5],
                "at the cap, result there": ["Result", 20],
                "at the cap, nothing there": ["HardCap", 20],
            }
        },
        control={
            "told": {
                "cancelled, result there": ["Cancelled", 5],
                "cancelled, nothing there": ["Cancelled", 5],
                "at the cap, result there": ["Result", 20],
                "at the cap, nothing there": ["HardCap", 20],
            }
        },
    ),
    "two-consumers": Expected(
        invariant=one_gets_it,
        struck=lambda run: len(run.observed["told"]) == 2,
        protected={"told": ["HardCap", "Result"]},
        control={"told": ["Result", "Result"]},
    ),
    "lost-reply": Expected(
        invariant=doubt_is_told,
        struck=noted("ReplyLost"),
        protected={
            "told": "OutcomeUnknown",
            "ended_s": 8,
            "looks": 3,
            "without_notice": ["OutcomeUnknown", SHORT_CAP_S],
            "still_there": ["Result", 8],
        },
        control={
            "told": "HardCap",
            "ended_s": SHORT_CAP_S,
            "without_notice": ["HardCap", SHORT_CAP_S],
            "still_there": ["Result", 8],
        },
    ),
    "get-then-delete": Expected(
        invariant=written_once,
        struck=lambda run: "after the commit" in run.observed["writes"],
        protected={
            "handed": {"never": 1, "after the read": 1, "after the commit": 2},
            "writes": {"never": 1, "after the read": 1, "after the commit": 1},
            "costs": {
                "never": {"getdel": 1, "get+delete": 1, "get+delete keyed": 1},
                "after the read": {"getdel": 0, "get+delete": 1, "get+delete keyed": 1},
                "after the commit": {"getdel": 1, "get+delete": 2, "get+delete keyed": 1},
            },
        },
        control={
            "handed": {"never": 1, "after the read": 0, "after the commit": 1},
            "writes": {"never": 1, "after the read": 0, "after the commit": 1},
        },
    ),
}
