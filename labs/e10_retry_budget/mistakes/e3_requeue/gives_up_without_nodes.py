"""Misconception: when all nodes have failed there is nothing left to pick.

Rejected by: nodes
Diagnosis: After a failure on each node none is picked at all. How often a job is tried is not decided here: the limit
allowed another attempt, so there is a node for it, the one where it failed longest ago.
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
    return next((node for node in nodes if node not in failed_on), None)
