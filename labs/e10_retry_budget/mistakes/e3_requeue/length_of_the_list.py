"""Misconception: the list of nodes that failed is as long as there were failures.

Rejected by: counted
Diagnosis: The length of `failed_on` was taken for the number of the failure. It is not: a duplicate has counted, and
stands on no list; another step has failed, and stands on it. The count is handed in.
"""

from labs.e10_retry_budget.jobs import JobState, Status


def settle_failure(states, job_id, running, error, count, limit):
    failed_on = (*running.failed_on, error.node)
    if len(failed_on) < limit and error.retryable is not False:
        following = JobState(Status.QUEUED, running.attempt, failed_on)
    else:
        following = JobState(Status.FAILED, running.attempt, failed_on, error.reason)
    return states.compare_and_set(job_id, running, following)


def pick_node(nodes, failed_on):
    last_failure = {node: number for number, node in enumerate(failed_on)}
    return min(nodes, key=lambda node: last_failure.get(node, -1))
