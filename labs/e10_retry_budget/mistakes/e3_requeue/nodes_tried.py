"""Misconception: a job that has failed on as many nodes as the limit says has had its attempts.

Rejected by: counted
Diagnosis: The number of different nodes was taken for the number of the failure. On the same node again it does not
grow, so the job goes round for ever: the loop of the incident.
"""

from labs.e10_retry_budget.jobs import JobState, Status


def settle_failure(states, job_id, running, error, count, limit):
    failed_on = (*running.failed_on, error.node)
    if len(set(failed_on)) < limit and error.retryable is not False:
        following = JobState(Status.QUEUED, running.attempt, failed_on)
    else:
        following = JobState(Status.FAILED, running.attempt, failed_on, error.reason)
    return states.compare_and_set(job_id, running, following)


def pick_node(nodes, failed_on):
    last_failure = {node: number for number, node in enumerate(failed_on)}
    return min(nodes, key=lambda node: last_failure.get(node, -1))
