"""Misconception: the node to avoid is the one that just failed.

Rejected by: given-up
Diagnosis: Only the last node is kept, so with three nodes the third attempt may go back to the first one. Each
failure adds one node at the end.
"""

from labs.e10_retry_budget.jobs import JobState, Status


def settle_failure(states, job_id, running, error, count, limit):
    failed_on = (error.node,)
    if count < limit and error.retryable is not False:
        following = JobState(Status.QUEUED, running.attempt, failed_on)
    else:
        following = JobState(Status.FAILED, running.attempt, failed_on, error.reason)
    return states.compare_and_set(job_id, running, following)


def pick_node(nodes, failed_on):
    last_failure = {node: number for number, node in enumerate(failed_on)}
    return min(nodes, key=lambda node: last_failure.get(node, -1))
