"""C01: a finished job ran again at every visibility timeout for days, and nothing in the worker said why.

Source: https://github.com/celery/kombu/issues/1767 (the broker refused every acknowledgement; a refusal is now raised).
"""

from labs.e08_retries.controls import UnprotectedStore
from labs.e08_retries.effect_store import EffectStore, Outcome
from labs.kit.clock import VirtualClock
from labs.kit.history import History

LEASE_S, RETENTION_S = 10, 25


def deliver(store: EffectStore, acks_denied: int, *, swallows: bool) -> list[str]:
    """Deliver one job until its acknowledgement is taken or the broker drops it; answer what was seen."""
    clock, history, deliveries = VirtualClock(), History(), 0
    while clock.now() < RETENTION_S:
        deliveries += 1
        applied = store.apply_once("credit:k1", 10) is Outcome.APPLIED
        history.record("effect" if applied else "replay")
        if deliveries > acks_denied:
            history.record("done")
            break
        history.record("succeeded" if swallows else "ack_failed")
        clock.advance(LEASE_S)
    return [event.event for event in history.events()]


def test_wrong_the_refusal_is_swallowed() -> None:
    """Wrong: three deliveries, three writes, three times "succeeded", and no failure reported."""
    store = UnprotectedStore()

    assert deliver(store, acks_denied=3, swallows=True) == ["effect", "succeeded"] * 3
    assert (store.snapshot().writes, store.snapshot().total) == (3, 30)


def test_right_it_is_reported_and_replayed() -> None:
    """Right: three deliveries, one write, and each refused acknowledgement is reported."""
    store = EffectStore()

    assert deliver(store, acks_denied=3, swallows=False) == [
        "effect",
        "ack_failed",
        "replay",
        "ack_failed",
        "replay",
        "ack_failed",
    ]
    assert (store.snapshot().writes, store.snapshot().total) == (1, 10)


def test_right_one_lost_ack_is_made_good() -> None:
    """Right: if only the first acknowledgement is refused, the second delivery replays and is done."""
    store = EffectStore()

    assert deliver(store, 1, swallows=False) == ["effect", "ack_failed", "replay", "done"]
    assert store.snapshot().writes == 1
