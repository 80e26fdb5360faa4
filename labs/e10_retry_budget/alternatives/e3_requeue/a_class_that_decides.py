"""A failure as an object that knows what follows from it."""

from typing import Any, NamedTuple

from labs.e10_retry_budget.jobs import JobState, Status


class Failure(NamedTuple):
    running: JobState
    error: Any
    count: int
    limit: int

    @property
    def is_final(self):
        return self.error.retryable is False

    @property
    def is_spent(self):
        return not self.count < self.limit

    def following(self):
        ends = self.is_final or self.is_spent
        return JobState(
            status=Status.FAILED if ends else Status.QUEUED,
            attempt=self.running.attempt,
            failed_on=(*self.running.failed_on, self.error.node),
            reason=self.error.reason if ends else None,
        )


def settle_failure(states, job_id, running, error, count, limit):
    failure = Failure(running, error, count, limit)
    moved = states.compare_and_set(job_id, running, failure.following())
    return moved


def pick_node(nodes, failed_on):
    oldest_first = list(dict.fromkeys(reversed(failed_on)))[::-1]
    waiting = [node for node in oldest_first if node in nodes]
    fresh = [node for node in nodes if node not in waiting]
    return (fresh + waiting)[0]
