"""What may go wrong: every scenario by name, the protected run beside its control.

A control is the same scenario with one protection taken out. Where the control is a race, `pinned` forces the losing
order with a barrier, for runs on free threads; the explorer finds it without one.
"""

from labs.e09_destructive_read.classify import may_wait
from labs.e09_destructive_read.consume import read_destructively, read_then_delete
from labs.e09_destructive_read.controls import (
    TwoStepStore,
    absent_only,
    any_error_means_not_yet,
    cancel_wins,
    denylist,
    flatten,
    lost_reply_as_unavailable,
    naive_decode,
    wrap_with_cause,
)
from labs.e09_destructive_read.decode import decode
from labs.e09_destructive_read.result_store import ResultStore
from labs.e09_destructive_read.scenarios import crashing, once, telling
from labs.e09_destructive_read.trial import unchanged
from labs.e09_destructive_read.wait import CAP_S, POLL_S, wait_for_result
from labs.kit.scenario import Drive

RIGHT = {"decode": decode, "may_wait": may_wait}
NAIVE = {"decode": naive_decode, "may_wait": any_error_means_not_yet}

DRIVES = {
    "hang": Drive(telling.hang, RIGHT, NAIVE, threads=False),
    "gone-after-read": Drive(
        once.gone_after_read, {"commit_in_look": False}, {"commit_in_look": True}, threads=False
    ),
    "payloads": Drive(telling.payloads, RIGHT, NAIVE, threads=False),
    "transient": Drive(
        telling.transient, {"may_wait": may_wait}, {"may_wait": absent_only}, threads=False
    ),
    "lost-notice": Drive(telling.lost_notice, {"poll_s": POLL_S}, {"poll_s": CAP_S}, threads=False),
    "wrapped": Drive(
        telling.wrapped,
        {"around": wrap_with_cause, "may_wait": may_wait},
        {"around": flatten, "may_wait": denylist},
        threads=False,
    ),
    "last-look": Drive(
        once.last_look, {"wait": wait_for_result}, {"wait": cancel_wins}, threads=False
    ),
    "two-consumers": Drive(
        once.two_consumers,
        {"store": ResultStore},
        {"store": TwoStepStore},
        pinned={"store": TwoStepStore, "pinned": True},
    ),
    "lost-reply": Drive(
        telling.lost_reply,
        {"around": unchanged},
        {"around": lost_reply_as_unavailable},
        threads=False,
    ),
    "get-then-delete": Drive(
        crashing.get_then_delete,
        {"order": read_then_delete},
        {"order": read_destructively},
        threads=False,
    ),
}
