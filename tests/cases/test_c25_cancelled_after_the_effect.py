"""C25: a cancel that came after the irreversible step turned a finished job into `cancelled`, and it was sent again.

Sources: https://github.com/MCSLTeam/MCServerLauncher-Future/issues/73 and
https://github.com/ohdearquant/khive/issues/2091 (three duplicate deliveries in a day). Our token answers nothing; the
history states the effect.
"""

from labs.e08_retries.cancel_token import CancelToken
from labs.e08_retries.controls import StatusFromToken
from labs.e08_retries.effect_store import EffectStore, Outcome
from labs.e08_retries.jobs import Job
from labs.e08_retries.worker import Worker
from labs.kit.gate import Gate
from labs.kit.scenario import brief


def cancel_after_the_effect(kind: type[Worker], key_again: str) -> tuple[list[str], dict[str, int]]:
    """Cancel between effect and acknowledgement; a caller that is told "nothing happened" submits again."""
    store, token, gate = EffectStore(), CancelToken(), Gate()

    def stop_after_effect(key: str, amount: int) -> Outcome:
        outcome = store.apply_once(key, amount)
        gate.wait()
        return outcome

    worker = kind(stop_after_effect, token=token)
    worker.submit(Job("send:mail-1", 1))
    with worker, gate:
        gate.await_arrival()
        token.cancel()
    told = brief([event.as_dict() for event in worker.history.events()])
    if told == ["cancelled send:mail-1 none"]:
        store.apply_once(key_again, 1)
    return told, store.snapshot().writes_by_key


def test_wrong_it_is_sent_twice() -> None:
    """Wrong: the status is the token's, so the caller is told that nothing was sent, and sends again."""
    assert cancel_after_the_effect(StatusFromToken, "send:mail-1-again") == (
        ["cancelled send:mail-1 none"],
        {"send:mail-1": 1, "send:mail-1-again": 1},
    )


def test_right_it_is_sent_once() -> None:
    """Right: after the effect a cancel comes too late, so the job is acked and nobody sends again."""
    assert cancel_after_the_effect(Worker, "send:mail-1-again") == (
        ["acked send:mail-1 applied"],
        {"send:mail-1": 1},
    )


def test_right_the_same_key_would_have_been_safe() -> None:
    """Right: even a caller who was told wrongly sends nothing twice, if it keeps its key."""
    assert cancel_after_the_effect(StatusFromToken, "send:mail-1")[1] == {"send:mail-1": 1}
