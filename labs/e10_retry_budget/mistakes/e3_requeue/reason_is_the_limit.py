"""Misconception: a job that is given up has failed for having no attempts left.

Rejected by: given-up
Diagnosis: The producer's reason was replaced by our own bookkeeping. The user wants to know why it failed, not that
we stopped trying.
"""

from labs.e10_retry_budget.jobs import JobState, Status


def settle_failure(states, job_id, running, error, count, limit):
    failed_on = (*running.failed_on, error.node)
    if count < limit and error.retryable is not False:
        following = JobState(Status.QUEUED, running.attempt, failed_on)
    else:
        following = JobState(Status.FAILED, running.attempt, failed_on, f"retry limit of {limit} reached")
    return states.compare_and_set(job_id, running, following)


def pick_node(nodes, failed_on):
    last_failure = {node: number for number, node in enumerate(failed_on)}
    return min(nodes, key=lambda node: last_failure.get(node, -1))
