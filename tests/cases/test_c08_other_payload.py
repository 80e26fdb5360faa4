"""C08: the same key with another body silently got the first body's answer.

Source: https://github.com/josipmusa/idempotency4j/issues/12 (a fingerprint and a refusal were added).
"""

from labs.e08_retries.controls import IgnoresAmount
from labs.e08_retries.effect_store import EffectStore, KeyConflict


def four_calls(store: EffectStore) -> list[str]:
    """Offer 10, then 25, then 10 twice more, once with the fields in another order."""
    answers = []
    for request in (
        {"key": "k1", "amount": 10},
        {"key": "k1", "amount": 25},
        {"key": "k1", "amount": 10},
        {"amount": 10, "key": "k1"},
    ):
        try:
            answers.append(store.apply_once(**request).value)
        except KeyConflict as conflict:
            answers.append(f"conflict: {conflict.recorded}, not {conflict.offered}")
    return answers


def test_wrong_the_caller_believes_in_25() -> None:
    """Wrong: the second caller is told success for a charge of 25 that never was."""
    store = IgnoresAmount()

    assert four_calls(store) == ["applied", "duplicate", "duplicate", "duplicate"]
    assert (store.snapshot().writes, store.snapshot().total) == (1, 10)


def test_right_the_second_body_is_refused() -> None:
    """Right: another amount under the key is a conflict, and the true repetitions are still replayed."""
    store = EffectStore()

    assert four_calls(store) == ["applied", "conflict: 10, not 25", "duplicate", "duplicate"]
    assert (store.snapshot().writes, store.snapshot().total) == (1, 10)
