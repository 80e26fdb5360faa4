"""The worker: takes a queued job, computes its steps on a node, and moves the job on by what came of it."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from labs.e10_retry_budget.budget import RetryBudget
from labs.e10_retry_budget.errors import AttemptFailed
from labs.e10_retry_budget.jobs import Job, JobState, JobStates, Status
from labs.e10_retry_budget.requeue import after_failure, pick_node
from labs.kit.history import History

Compute = Callable[[Job, str, str], None]
Count = Callable[[Job, AttemptFailed], int]
PickNode = Callable[[Sequence[str], Sequence[str]], str]


def by_job_and_step(budget: RetryBudget) -> Count:
    """Count a failure against the job that failed, and the step that was really computed."""
    return lambda job, error: budget.spend(job.id, error.step)


class Worker:
    """Makes attempts. Several workers may share the states, and two of them one job: each change is a compare-and-set.

    `compute(job, step, node)` does one step or raises `AttemptFailed`. `count(job, error)` answers the number of this
    failure; `limit` of them end the job.
    """

    def __init__(
        self,
        states: JobStates,
        nodes: Sequence[str],
        compute: Compute,
        count: Count,
        limit: int,
        *,
        pick_node: PickNode = pick_node,
        history: History,
    ) -> None:
        self._states = states
        self._nodes = nodes
        self._compute = compute
        self._count = count
        self._limit = limit
        self._pick_node = pick_node
        self._history = history

    def attempt(self, job: Job) -> None:
        """Make one attempt at the job; without it if it is not queued, or if somebody else took it."""
        running = self.claim(job)
        if running is None:
            return
        node = self._pick_node(self._nodes, running.failed_on)
        try:
            for step in job.steps:
                self._compute(job, step, node)
        except AttemptFailed as error:
            self.settle_failure(job, running, error)
        else:
            self._move(job, running, replace(running, status=Status.DONE))

    def claim(self, job: Job) -> JobState | None:
        """Take the job out of the queue: the state in which it runs, or None if it was not there to be taken."""
        queued = self._states.read(job.id)
        running = JobState(Status.RUNNING, queued.attempt + 1, queued.failed_on)
        if queued.status is not Status.QUEUED:
            return None
        return running if self._states.compare_and_set(job.id, queued, running) else None

    def settle_failure(self, job: Job, running: JobState, error: AttemptFailed) -> None:
        """Count the failure, then requeue the job or give it up, if it still runs as it did."""
        number = self._count(job, error)
        self._history.note("budget", f"{job.id}, {error.step}: {number} of {self._limit}")
        self._move(job, running, after_failure(running, error, number, self._limit))

    def _move(self, job: Job, running: JobState, following: JobState) -> None:
        moved = self._states.compare_and_set(job.id, running, following)
        event = "requeued" if following.status is Status.QUEUED else following.status.value
        event = event if moved else "too late"
        self._history.record(event, job.id, running.attempt, following.reason)
