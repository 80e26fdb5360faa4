"""C34: a throttle limited what ran and queued without bound, so memory grew with the producer.

Source: https://github.com/rohanpm/more-executors/issues/333 (an option to block was added). Our worker's queue is
unbounded too, and the lesson says so.
"""

import threading
from queue import Full, Queue

import pytest

from labs.e08_retries.effect_store import EffectStore, Outcome
from labs.e08_retries.jobs import Job
from labs.e08_retries.worker import Worker
from labs.kit.gate import Gate
from labs.kit.history import count

CAPACITY = 3


class Held:
    """A worker whose first job is held at a gate; with a capacity it refuses, or parks, who would exceed it."""

    def __init__(self, capacity: int | None = None) -> None:
        self.gate, self.parked, self._store = Gate(), Queue(), EffectStore()
        self._slots = threading.Semaphore(capacity or 10**6)
        self.worker = Worker(self._apply)

    def submit(self, job: Job, *, block: bool = False) -> None:
        """Take a slot, then submit; from the worker's own thread it never waits, for it would wait for itself."""
        if not self._slots.acquire(blocking=False):
            if not block or threading.current_thread() is self.worker._thread:
                raise Full(f"{job.key}: no slot")
            self.parked.put(job.key)
            self._slots.acquire()
        self.worker.submit(job)

    def _apply(self, key: str, amount: int) -> Outcome:
        self.gate.wait()
        outcome = self._store.apply_once(key, amount)
        self._slots.release()
        return outcome


def ten_submits(held: Held) -> tuple[int, int, int, int]:
    """Submit ten while the first is in hand; answer accepted, refused, the peak of those waiting, and done."""
    refused = 0
    with held.worker, held.gate:
        for number in range(10):
            try:
                held.submit(Job(f"j{number}", 1))
            except Full:
                refused += 1
            if number == 0:
                held.gate.await_arrival()
        waiting = held.worker._queue.qsize()
    return 10 - refused, refused, waiting, count(held.worker.history.events(), "acked")


def test_wrong_the_queue_takes_everything() -> None:
    """Wrong: ten are accepted, and nine wait behind the one in hand."""
    assert ten_submits(Held()) == (10, 0, 9, 10)


def test_right_what_exceeds_capacity_is_refused() -> None:
    """Right: three are accepted, seven refused, two wait at most, and the three are done."""
    assert ten_submits(Held(CAPACITY)) == (3, 7, 2, 3)


def test_right_a_blocking_submit_is_parked() -> None:
    """Right: where submit may block, the fourth is parked until the gate opens, and then all four are done."""
    held = Held(CAPACITY)
    with held.worker:
        for number in range(CAPACITY):
            held.submit(Job(f"j{number}", 1))
        fourth = threading.Thread(target=lambda: held.submit(Job("j3", 1), block=True))
        with held.gate:
            held.gate.await_arrival()
            fourth.start()
            parked = held.parked.get()
            waiting = held.worker._queue.qsize()
        fourth.join()

    assert (parked, waiting) == ("j3", 2)
    assert held._store.snapshot().writes == 4


def test_right_a_job_that_submits_fails_fast() -> None:
    """Right: a job that submits from inside the worker is refused at once, though it asked to block."""
    held, refused = Held(1), []

    def apply(key: str, _amount: int) -> Outcome:
        with pytest.raises(Full):
            held.submit(Job("child", 1), block=True)
        refused.append(key)
        return Outcome.APPLIED

    held.worker = Worker(apply)
    with held.worker:
        held.submit(Job("parent", 1))

    assert refused == ["parent"]
