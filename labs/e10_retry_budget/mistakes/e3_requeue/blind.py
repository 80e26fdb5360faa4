"""Misconception: the first free node will do.

Rejected by: nodes
Diagnosis: The retry goes to the node that has just failed: a fault of that node spends the whole budget.
"""

from labs.e10_retry_budget.jobs import JobState, Status


def settle_failure(states, job_id, running, error, count, limit):
    failed_on = (*running.failed_on, error.node)
    if count < limit and error.retryable is not False:
        following = JobState(Status.QUEUED, running.attempt, failed_on)
    else:
        following = JobState(Status.FAILED, running.attempt, failed_on, error.reason)
    return states.compare_and_set(job_id, running, following)


def pick_node(nodes, failed_on):
    return nodes[0]
