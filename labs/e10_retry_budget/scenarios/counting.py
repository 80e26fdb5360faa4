"""Counting: what is counted, and under which key."""

from collections.abc import Callable, Mapping

from labs.e10_retry_budget.answers import DONE, OUT_OF_MEMORY, Answer
from labs.e10_retry_budget.budget import RetryBudget
from labs.e10_retry_budget.counter_store import CounterStore
from labs.e10_retry_budget.jobs import Job
from labs.e10_retry_budget.trial import Trial, usual_budget
from labs.e10_retry_budget.worker import Count, by_job_and_step
from labs.kit.clock import VirtualClock
from labs.kit.history import History
from labs.kit.scenario import Json, Observation

ATTEMPT_S = 70

Key = Callable[[RetryBudget], Count]
Counting = Callable[[Callable[[], float]], Count]
"""Makes a way of counting failures, by the clock."""


def fails(job: Job, step: str, node: str) -> Answer:
    """Every attempt fails, after 70 seconds."""
    del job, step, node
    return Answer(ATTEMPT_S, OUT_OF_MEMORY)


def with_budget(now: Callable[[], float]) -> Count:
    """Count in the lab's budget."""
    return by_job_and_step(usual_budget(CounterStore(now)))


def tried_servers(ways: Mapping[str, tuple[Counting, int]]) -> Observation:
    """What ends the requeues is a counter that only grows."""
    history, rows = History(), dict[str, Json]()
    for name, (counting, limit) in ways.items():
        history.note("budget", f"── {name} ──")
        clock, job = VirtualClock(), Job("j1")
        trial = Trial(
            fails,
            clock=clock,
            count=counting(clock.now),
            limit=limit,
            nodes=["node-1"],  # the same one takes the job each time
            history=history,
        )
        trial.run(job)
        rows[name] = {
            **trial.figures(job),
            "last_count": trial.counts[-1],
            "retry_count": trial.nets.retry_count,
            "alerts": trial.nets.alerts,
        }
    return Observation.of(history, rows=rows)


def scope_job(key: Key) -> Observation:
    """Two independent jobs about one entity have a budget each."""
    clock, jobs = VirtualClock(), [Job("j1", entity="e-7"), Job("j2", entity="e-7")]
    trial = Trial(fails, clock=clock, count=key(usual_budget(CounterStore(clock.now))))
    trial.run(*jobs)
    return trial.observe(attempts={job.id: trial.figures(job)["attempts"] for job in jobs})


def scope_step(key: Key) -> Observation:
    """A step that the job computes on the way does not spend the budget of the step that it declares."""
    clock, job, left = VirtualClock(), Job("j1", first=("preprocess",)), ["preprocess", "render"]

    def each_step_fails_once(job: Job, step: str, node: str) -> Answer:
        del job, node
        if step in left:
            left.remove(step)
            return Answer(ATTEMPT_S, OUT_OF_MEMORY)
        return Answer(ATTEMPT_S, DONE)

    count = key(usual_budget(CounterStore(clock.now)))
    trial = Trial(each_step_fails_once, clock=clock, count=count)
    trial.run(job)
    return trial.observe(**trial.figures(job))
