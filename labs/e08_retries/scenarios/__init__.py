"""What may go wrong: every scenario by name, the protected run beside its control.

A control is the same scenario with one protection taken out. Where the control is a race, `pinned_control` forces the
losing order with a barrier, for runs on free threads; the explorer finds it without one.
"""

from functools import partial
from typing import Any

from labs.e08_retries.controls import (
    ChecksAtStartOnly,
    DoorOutsideLock,
    DropsUnrecorded,
    ForgetsEffects,
    IgnoresAmount,
    KeepsCallersObject,
    RecordsKeyFirst,
    SplitStore,
    StatusFromToken,
    UnprotectedStore,
    retries_everything,
)
from labs.e08_retries.effect_store import EffectStore
from labs.e08_retries.scenarios import cancelling, closing, redelivery
from labs.e08_retries.trial import Apply, Remembers
from labs.e08_retries.worker import Worker
from labs.kit.gate import Gate
from labs.kit.history import History
from labs.kit.scenario import Drive, Observation

HORIZON = 10


def protected() -> tuple[Remembers, Apply]:
    """The store of the lesson."""
    store = EffectStore()
    return store, store.apply_once


def unprotected() -> tuple[Remembers, Apply]:
    """The counterexample."""
    store = UnprotectedStore()
    return store, store.apply


def split_and_pinned() -> Observation:
    """Hold both threads until both have found the key absent."""
    pin = Gate()
    return redelivery.same_key_race(SplitStore(after_check=pin.wait), pin)


def door_and_pinned() -> Observation:
    """Hold the submitter between its look at the door and its put, until the door is shut."""
    pin = Gate()
    return closing.closed_door(partial(DoorOutsideLock, after_check=pin.wait), pin)


def as_it_is(thing: Any) -> Any:
    """Hand over the thing itself: the hook with nothing around it, the order that stays the caller's."""
    return thing


DRIVES = {
    "lost-ack": Drive(
        lambda: redelivery.lost_ack(*protected()),
        lambda: redelivery.lost_ack(*unprotected()),
    ),
    "queue": Drive(
        lambda: redelivery.queue(*protected()),
        lambda: redelivery.queue(*unprotected()),
    ),
    "fail-before": Drive(
        lambda: redelivery.fail_before(EffectStore),
        lambda: redelivery.fail_before(RecordsKeyFirst),
    ),
    "poison": Drive(
        lambda: redelivery.poison(max_attempts=3, horizon=HORIZON),
        lambda: redelivery.poison(max_attempts=redelivery.BEYOND_ANY_HORIZON, horizon=HORIZON),
    ),
    "dead-but-done": Drive(
        lambda: redelivery.dead_but_done(replay_key="a"),
        lambda: redelivery.dead_but_done(replay_key="a-replay"),
    ),
    "key-conflict": Drive(
        lambda: redelivery.key_conflict(EffectStore),
        lambda: redelivery.key_conflict(IgnoresAmount),
    ),
    "key-drift": Drive(
        lambda: redelivery.key_drift(Worker, redelivery.freeze),
        lambda: redelivery.key_drift(KeepsCallersObject, as_it_is),
    ),
    "same-key-race": Drive(
        lambda: redelivery.same_key_race(EffectStore()),
        lambda: redelivery.same_key_race(SplitStore()),
        pinned_control=split_and_pinned,
    ),
    "unknown-error": Drive(
        lambda: redelivery.unknown_error(as_it_is),
        lambda: redelivery.unknown_error(retries_everything),
    ),
    "cancel-checkpoint": Drive(
        lambda: cancelling.cancel_checkpoint(Worker),
        lambda: cancelling.cancel_checkpoint(ChecksAtStartOnly),
    ),
    "late-cancel": Drive(
        lambda: cancelling.late_cancel(Worker),
        lambda: cancelling.late_cancel(StatusFromToken),
    ),
    "cancelled-but-done": Drive(
        lambda: cancelling.cancelled_but_done(History),
        lambda: cancelling.cancelled_but_done(ForgetsEffects),
    ),
    "cancel-in-the-gap": Drive(
        lambda: cancelling.cancel_in_the_gap(writes_promised=1),
        lambda: cancelling.cancel_in_the_gap(writes_promised=0),
    ),
    "drain": Drive(
        lambda: closing.drain(join_first=True),
        lambda: closing.drain(join_first=False),
        pinned_control=lambda: closing.drain(join_first=False, hold=Gate()),
    ),
    "no-drain": Drive(
        lambda: closing.no_drain(Worker),
        lambda: closing.no_drain(DropsUnrecorded),
    ),
    "closed-door": Drive(
        lambda: closing.closed_door(Worker),
        lambda: closing.closed_door(DoorOutsideLock),
        pinned_control=door_and_pinned,
    ),
}
