"""Drives an answer of E08.6: the sleeper is the driver's own, and so is the store."""

from collections.abc import Callable
from functools import partial
from typing import Any

from labs.e08_retries.effect_store import EffectStore
from labs.e08_retries.jobs import Job
from labs.e08_retries.trial import Trial
from labs.e08_retries.worker import WorkerFailed
from labs.kit.scenario import Observation

ALWAYS = 10**6
POISON = Job("p", 99, fail_before=ALWAYS)
GOOD = Job("b", 3)


def work_off(
    *jobs: Job, budget: float | None, max_attempts: int = 3
) -> Callable[[Any], Observation]:
    """Work the jobs off with that budget; a job with the key `bug` raises what is not retried."""

    def hook(job: Job) -> None:
        if job.key == "bug":
            raise ValueError("a bug in the hook")

    def drive(answer: Any) -> Observation:
        worker = partial(answer.Worker, wait_budget=budget)
        trial = Trial(EffectStore(), worker=worker, max_attempts=max_attempts, hook=hook)
        joined = "returned"
        try:
            trial.run(*jobs)
        except WorkerFailed as failure:
            joined = f"{failure}, {type(failure.__cause__).__name__}"
        return trial.observe(joined=joined)

    return drive


DRIVES = {
    "no-budget": work_off(POISON, GOOD, budget=None, max_attempts=5),
    "budget-0": work_off(POISON, GOOD, budget=0),
    "budget-1": work_off(POISON, GOOD, budget=1),
    "budget-2": work_off(POISON, GOOD, budget=2),
    "budget-3": work_off(POISON, GOOD, budget=3),
    "fraction": work_off(POISON, GOOD, budget=1.5),
    "many-attempts": work_off(POISON, GOOD, budget=10, max_attempts=20),
    "large-budget": work_off(POISON, GOOD, budget=100),
    "one-attempt": work_off(POISON, GOOD, budget=0, max_attempts=1),
    "each-its-own": work_off(POISON, POISON, Job("c", 5, fail_before=1), budget=1),
    "enough": work_off(Job("a", 7, fail_before=1, lose_ack=1), GOOD, budget=3),
    "dead-but-done": work_off(Job("a", 7, lose_ack=ALWAYS), GOOD, budget=1),
    "conflict": work_off(Job("a", 10), Job("a", 25), GOOD, budget=3),
    "bug": work_off(Job("bug", 7), GOOD, budget=3),
}
