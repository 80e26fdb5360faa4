"""What may go wrong: every scenario by name, the protected run beside its control.

A control is the same scenario with one protection taken out. Where the control is a race, `pinned_control` forces the
losing order with a barrier, for runs on free threads; the explorer finds it without one.
"""

from labs.e08_retries.controls import (
    ChecksAtStartOnly,
    DoorOutsideLock,
    DropsUnrecorded,
    ForgetsEffects,
    IgnoresAmount,
    KeepsCallersObject,
    RecordsKeyFirst,
    RetriesEverything,
    SplitStore,
    StatusFromToken,
    UnprotectedStore,
)
from labs.e08_retries.effect_store import EffectStore
from labs.e08_retries.scenarios import cancelling, closing, redelivery
from labs.e08_retries.worker import Worker
from labs.kit.history import History
from labs.kit.scenario import Drive

HORIZON = 10

DRIVES = {
    "lost-ack": Drive(redelivery.lost_ack, {"store": EffectStore}, {"store": UnprotectedStore}),
    "queue": Drive(redelivery.queue, {"store": EffectStore}, {"store": UnprotectedStore}),
    "fail-before": Drive(
        redelivery.fail_before, {"store": EffectStore}, {"store": RecordsKeyFirst}
    ),
    "poison": Drive(
        redelivery.poison,
        {"max_attempts": 3, "horizon": HORIZON},
        {"max_attempts": redelivery.BEYOND_ANY_HORIZON, "horizon": HORIZON},
    ),
    "dead-but-done": Drive(
        redelivery.dead_but_done, {"replay_key": "a"}, {"replay_key": "a-replay"}
    ),
    "key-conflict": Drive(
        redelivery.key_conflict, {"store": EffectStore}, {"store": IgnoresAmount}
    ),
    "key-drift": Drive(
        redelivery.key_drift,
        {"worker": Worker, "queued": redelivery.frozen},
        {"worker": KeepsCallersObject, "queued": redelivery.as_it_is},
    ),
    "same-key-race": Drive(
        redelivery.same_key_race,
        {"store": EffectStore},
        {"store": SplitStore},
        pinned={"store": SplitStore, "pinned": True},
    ),
    "unknown-error": Drive(
        redelivery.unknown_error, {"worker": Worker}, {"worker": RetriesEverything}
    ),
    "cancel-checkpoint": Drive(
        cancelling.cancel_checkpoint, {"worker": Worker}, {"worker": ChecksAtStartOnly}
    ),
    "late-cancel": Drive(cancelling.late_cancel, {"worker": Worker}, {"worker": StatusFromToken}),
    "cancelled-but-done": Drive(
        cancelling.cancelled_but_done, {"history": History}, {"history": ForgetsEffects}
    ),
    "cancel-in-the-gap": Drive(
        cancelling.cancel_in_the_gap, {"writes_promised": 1}, {"writes_promised": 0}
    ),
    "drain": Drive(
        closing.drain,
        {"join_first": True},
        {"join_first": False},
        pinned={"join_first": False, "pinned": True},
    ),
    "no-drain": Drive(closing.no_drain, {"worker": Worker}, {"worker": DropsUnrecorded}),
    "closed-door": Drive(
        closing.closed_door,
        {"worker": Worker},
        {"worker": DoorOutsideLock},
        pinned={"worker": DoorOutsideLock, "pinned": True},
    ),
}
