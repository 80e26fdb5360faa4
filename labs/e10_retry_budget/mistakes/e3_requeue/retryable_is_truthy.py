"""Misconception: what the producer does not call retryable is not.

Rejected by: producer
Diagnosis: A failure of which the producer says nothing is given up at once: None is falsy, and was taken for a no.
Only False is one.
"""

from labs.e10_retry_budget.jobs import JobState, Status


def settle_failure(states, job_id, running, error, count, limit):
    failed_on = (*running.failed_on, error.node)
    if count < limit and error.retryable:
        following = JobState(Status.QUEUED, running.attempt, failed_on)
    else:
        following = JobState(Status.FAILED, running.attempt, failed_on, error.reason)
    return states.compare_and_set(job_id, running, following)


def pick_node(nodes, failed_on):
    last_failure = {node: number for number, node in enumerate(failed_on)}
    return min(nodes, key=lambda node: last_failure.get(node, -1))
