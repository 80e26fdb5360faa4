"""Misconception: a requeue must be careful; to give up is always safe.

Rejected by: two-consumers
Diagnosis: The requeue compares, and the giving up does not: a job that somebody else has requeued, or finished, is
failed under their hands. Both are decisions on the same state.
"""

from labs.e10_retry_budget.jobs import JobState, Status


def settle_failure(states, job_id, running, error, count, limit):
    failed_on = (*running.failed_on, error.node)
    if count < limit and error.retryable is not False:
        following = JobState(Status.QUEUED, running.attempt, failed_on)
    else:
        following = JobState(Status.FAILED, running.attempt, failed_on, error.reason)
    seen = states.read(job_id) if following.status is Status.FAILED else running
    return states.compare_and_set(job_id, seen, following)


def pick_node(nodes, failed_on):
    last_failure = {node: number for number, node in enumerate(failed_on)}
    return min(nodes, key=lambda node: last_failure.get(node, -1))
