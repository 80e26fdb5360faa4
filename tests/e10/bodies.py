"""What is explored in every schedule: run in a process of its own, with everything below instrumented."""

import threading
from collections.abc import Callable

from labs.e10_retry_budget.budget import RetryBudget
from labs.e10_retry_budget.counter_store import CounterStore
from labs.e10_retry_budget.errors import StepError
from labs.e10_retry_budget.jobs import Job, JobStates, Status
from labs.e10_retry_budget.worker import Worker, by_job_and_step
from labs.kit.clock import VirtualClock
from labs.kit.history import History

JOB = Job("j1")


def together(*calls: Callable[[], object]) -> None:
    """Run the calls in a thread each, and wait for all of them."""
    threads = [threading.Thread(target=call) for call in calls]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def fails(job: Job, step: str, node: str) -> None:
    """Every attempt fails."""
    del job
    raise StepError(step, node, "out of memory")


def two_workers_one_job() -> None:
    """Two workers take a failing job from each other: it is tried twice, on two nodes, and then stays failed."""
    clock, states = VirtualClock(), JobStates()
    budget = RetryBudget(CounterStore(clock.now), 2, ttl=100, longest_gap=50)
    states.add(JOB.id)
    worker = Worker(
        states, ["n1", "n2"], fails, by_job_and_step(budget), budget.limit, history=History()
    )

    def tries_twice() -> None:
        worker.attempt(JOB)
        worker.attempt(JOB)

    together(tries_twice, tries_twice)

    stood = [state.status for state in states.so_far(JOB.id)]
    stands = states.read(JOB.id)
    assert stands.attempt <= 2
    assert stands.failed_on == ("n1", "n2")[: stands.attempt]
    assert Status.FAILED not in stood[:-1]


def two_failures_at_once() -> None:
    """Two failures counted at once have two numbers, and are gone together when their time is over."""
    clock = VirtualClock()
    budget = RetryBudget(CounterStore(clock.now), 3, ttl=100, longest_gap=49)
    counts: list[int] = []

    def spend() -> None:
        counts.append(budget.spend("j1", "render"))

    together(spend, spend)
    clock.advance(100)

    assert sorted(counts) == [1, 2]
    assert budget.spend("j1", "render") == 1


def a_failure_as_the_time_ends() -> None:
    """A failure that is counted while the time ends is the second or the first, and nothing in between."""
    clock = VirtualClock()
    budget = RetryBudget(CounterStore(clock.now), 2, ttl=100, longest_gap=99)
    budget.spend("j1", "render")
    counts: list[int] = []

    together(
        lambda: counts.append(budget.spend("j1", "render")),
        lambda: clock.advance(100),
    )

    assert counts in ([1], [2])
