"""Misconception: the next attempt goes to the next node in the row.

Rejected by: nodes
Diagnosis: The place in the row comes from the length of the list, and not from what stands in it: after a failure on
the second node the second node is picked again.
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
    return nodes[len(failed_on) % len(nodes)]
