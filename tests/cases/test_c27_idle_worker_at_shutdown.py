"""C27: a getter that was blocked on an empty queue was not woken by a graceful shutdown, so its thread never ended.

Source: https://github.com/python/cpython/issues/117531 (fixed; 3.11 has no `Queue.shutdown`, so a lab builds its own).
"""

from labs.e08_retries.effect_store import EffectStore, Outcome
from labs.e08_retries.jobs import Job
from labs.e08_retries.worker import Worker, _EndMark
from labs.kit.gate import Gate
from labs.kit.history import Event
from tests.telling import TellingLock, TellingQueue


class ClosesTheDoorOnly(Worker):
    """Wrong: refuses new work, and tells nobody who waits in the queue."""

    def close(self, drain: bool = True) -> None:
        """Shut the door."""
        del drain
        with self._door:
            self._closed = True


def idle(kind: type[Worker]) -> Worker:
    """Start a worker with an empty queue, and close it once it has come to get a job."""
    worker = kind(EffectStore().apply_once)
    worker._queue = TellingQueue(TellingLock())
    worker.start()
    worker._queue.getters.get()
    worker.close()
    return worker


def test_wrong_nobody_wakes_it() -> None:
    """Wrong: after close there is nothing in the queue that could ever end the thread."""
    worker = idle(ClosesTheDoorOnly)

    assert (worker._thread.is_alive(), worker._queue.qsize()) == (True, 0)
    assert worker.history.events() == []

    worker._queue.put(_EndMark())  # so that the test ends
    worker.join()


def test_right_the_end_mark_wakes_it() -> None:
    """Right: close ends the queue, the worker is woken, and its thread has ended after join."""
    worker = idle(Worker)
    worker.join()

    assert not worker._thread.is_alive()
    assert worker.history.events() == [Event("closed")]


def test_right_close_does_not_wait_for_the_job_in_hand() -> None:
    """Right: with a in hand and b queued, a close without drain returns; a is done and b is accounted for."""
    store, gate = EffectStore(), Gate()

    def at_the_door(key: str, amount: int) -> Outcome:
        gate.wait()
        return store.apply_once(key, amount)

    worker = Worker(at_the_door)
    worker.submit(Job("a", 1))
    worker.submit(Job("b", 1))
    with worker, gate:
        gate.await_arrival()
        worker.close(drain=False)

    assert worker.history.events() == [
        Event("acked", "a", 1, effect="applied"),
        Event("cancelled", "b", 1, effect="none"),
        Event("closed"),
    ]
