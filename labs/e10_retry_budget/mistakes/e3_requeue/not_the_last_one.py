"""Misconception: the retry must not go where it just failed.

Rejected by: nodes
Diagnosis: Only the last failure is avoided: with three nodes the third attempt goes back to the first one, and the
third node is never tried.
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
    others = [node for node in nodes if node not in failed_on[-1:]]
    return (others or nodes)[0]
