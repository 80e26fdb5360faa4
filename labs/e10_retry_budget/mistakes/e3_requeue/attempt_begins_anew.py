"""Misconception: a requeued job is a new one.

Rejected by: requeued
Diagnosis: The requeued job has lost the number of its attempt. The next attempt will have the number of this one, and
a late consumer of this one will be taken for its own.
"""

from labs.e10_retry_budget.jobs import JobState, Status


def settle_failure(states, job_id, running, error, count, limit):
    failed_on = (*running.failed_on, error.node)
    if count < limit and error.retryable is not False:
        following = JobState(Status.QUEUED, 0, failed_on)
    else:
        following = JobState(Status.FAILED, running.attempt, failed_on, error.reason)
    return states.compare_and_set(job_id, running, following)


def pick_node(nodes, failed_on):
    last_failure = {node: number for number, node in enumerate(failed_on)}
    return min(nodes, key=lambda node: last_failure.get(node, -1))
