"""Misconception: longest ago is where it stands first in the list.

Rejected by: nodes
Diagnosis: The place of the *first* failure of each node was compared. A node that failed early and again just now
counts as recovered; what matters is its last failure.
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
    return min(nodes, key=lambda node: failed_on.index(node) if node in failed_on else -1)
