"""C18: jobs whose input was gone for good were put back at the tail with no counter, and filled the queue.

Source: https://github.com/ModelsLab/modelq/issues/18 (fixed).
"""

from collections import deque

from labs.e08_retries.effect_store import EffectStore, KeyConflict
from labs.e08_retries.jobs import Job
from labs.e08_retries.worker import Worker
from labs.kit.clock import VirtualClock
from labs.kit.history import Event

HORIZON = 10
JOBS = [Job("p", 25), Job("q1", 1), Job("q2", 1), Job("q3", 1)]


def store_that_refuses_p() -> EffectStore:
    """Make a store in which the key of p is taken, so that p fails for good."""
    store = EffectStore()
    store.apply_once("p", 10)
    return store


def test_wrong_the_permanent_failure_comes_back() -> None:
    """Wrong: every failure is put back at the tail, so seven of ten starts are p's and it is never dead."""
    store, queue, starts = store_that_refuses_p(), deque(JOBS), []
    while queue and len(starts) < HORIZON:
        job = queue.popleft()
        starts.append(job.key)
        try:
            store.apply_once(job.key, job.amount)
        except KeyConflict:
            queue.append(job)

    assert starts == ["p", "q1", "q2", "q3", "p", "p", "p", "p", "p", "p"]
    assert list(queue) == [JOBS[0]]


def test_right_it_is_dead_on_attempt_1() -> None:
    """Right: a permanent failure is dead on attempt 1 with its reason and without a wait, and the rest is done."""
    clock, starts = VirtualClock(), []
    worker = Worker(
        store_that_refuses_p().apply_once,
        sleep=clock.sleep,
        before_effect=lambda job: starts.append(job.key),
    )
    for job in JOBS:
        worker.submit(job)
    with worker:
        pass

    assert (starts, clock.waits()) == (["p", "q1", "q2", "q3"], [])
    assert worker.history.events() == [
        Event("dead", "p", 1, "key conflict", "none"),
        Event("acked", "q1", 1, effect="applied"),
        Event("acked", "q2", 1, effect="applied"),
        Event("acked", "q3", 1, effect="applied"),
        Event("closed"),
    ]
