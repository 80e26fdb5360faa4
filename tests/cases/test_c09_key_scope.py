"""C09: the key was stored without its operation, so a cancel sent with the create's key cancelled nothing.

Source: https://github.com/KanishJebaMathewM/Truxify/issues/3539. Here a key holds the kind of operation and the
business id, so the cancel has a key of its own, whatever key the client chose.
"""

from collections.abc import Callable

import pytest

from labs.e08_retries.effect_store import EffectStore, KeyConflict, Outcome
from labs.e08_retries.jobs import Job

ORDER = 7
CALLS = [("create", "k1"), ("cancel", "k1"), ("cancel", "k2")]


def three_calls(key_of: Callable[[str, str], str]) -> list[tuple[str, list[str]]]:
    """Create, cancel with the same client key, cancel with another: each answer, and the effects so far."""
    store, effects, told = EffectStore(), [], []
    for operation, client_key in CALLS:
        job = Job(key_of(operation, client_key), ORDER)
        outcome = store.apply_once(job.key, job.amount)
        if outcome is Outcome.APPLIED:
            effects.append(operation)
        told.append((outcome.value, list(effects)))
    return told


def test_wrong_the_cancel_gets_the_creates_answer() -> None:
    """Wrong: under the client's key alone, the cancel is taken for a repetition of the create, without an error."""
    assert three_calls(lambda _operation, client_key: client_key) == [
        ("applied", ["create"]),
        ("duplicate", ["create"]),
        ("applied", ["create", "cancel"]),
    ]


def test_right_each_operation_has_its_key() -> None:
    """Right: kind of operation and business id make the key, so the cancel cancels, and once."""
    assert three_calls(lambda operation, _client_key: f"{operation}:order-{ORDER}") == [
        ("applied", ["create"]),
        ("applied", ["create", "cancel"]),
        ("duplicate", ["create", "cancel"]),
    ]


def test_right_a_key_is_bound_to_its_operation() -> None:
    """Right: where the store can tell two operations apart, one key for both is a conflict and changes nothing."""
    store = EffectStore()
    store.apply_once("k1", ORDER)

    with pytest.raises(KeyConflict):
        store.apply_once("k1", ORDER + 1)

    assert store.snapshot().writes == 1
