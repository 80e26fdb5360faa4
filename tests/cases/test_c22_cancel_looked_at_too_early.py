"""C22: cancelling a job that a worker had already reserved did nothing: the flag was looked at on arrival only.

Source: https://github.com/celery/celery/issues/1007. Our token answers nothing; the history says what came of it.
"""

from labs.e08_retries.cancel_token import CancelToken
from labs.e08_retries.delivery import Delivery
from labs.e08_retries.effect_store import EffectStore, Outcome
from labs.e08_retries.jobs import Job
from labs.e08_retries.worker import Closed, Worker
from labs.kit.gate import Gate
from labs.kit.history import Event


class _NeverLooks(Delivery):
    def _checkpoint(self, number: int) -> None:
        """Trust that it was looked at before."""


class LooksOnArrival(Worker):
    """Wrong: looks at the token when a job arrives, and never again."""

    delivery = _NeverLooks

    def submit(self, job: Job) -> None:
        """Refuse what was cancelled before it came."""
        if self._token.cancelled:
            raise Closed(f"{job.key} was cancelled")
        super().submit(job)


def cancel_behind_two(kind: type[Worker]) -> tuple[int, list[Event]]:
    """Hold t1 and t2 at the store's door, reserve t3 behind t2, cancel, release; answer writes and t3's end."""
    store, token, gate = EffectStore(), CancelToken(), Gate()

    def at_the_door(key: str, amount: int) -> Outcome:
        gate.wait()
        return store.apply_once(key, amount)

    one, two = (kind(at_the_door, token=token) for _ in range(2))
    one.submit(Job("t1", 1))
    two.submit(Job("t2", 1))
    two.submit(Job("t3", 1))
    with one, two, gate:
        gate.await_arrival()
        gate.await_arrival()
        token.cancel()
    return store.snapshot().writes, [e for e in two.history.events() if e.key == "t3"]


def test_wrong_the_reserved_job_runs() -> None:
    """Wrong: t3 was looked at when it arrived, so it writes although it was cancelled while it waited."""
    assert cancel_behind_two(LooksOnArrival) == (3, [Event("acked", "t3", 1, effect="applied")])


def test_right_it_is_looked_at_before_the_start() -> None:
    """Right: t3 is cancelled at checkpoint 1 and writes nothing; t1 and t2 had passed their last checkpoint."""
    assert cancel_behind_two(Worker) == (2, [Event("cancelled", "t3", 1, effect="none")])
