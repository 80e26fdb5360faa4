"""Misconception: the node with the fewest failures is the best one.

Rejected by: nodes
Diagnosis: The failures were counted, and the text asks when the last one was: a node that failed twice long ago may
be well again, and one that failed once just now is not.
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
    return min(nodes, key=failed_on.count)
