"""Misconception: a job that two consumers fight over is better given up.

Rejected by: two-consumers
Diagnosis: Who came too late failed the job instead. It was not that consumer's to move in any way.
"""

from labs.e10_retry_budget.jobs import JobState, Status


def settle_failure(states, job_id, running, error, count, limit):
    failed_on = (*running.failed_on, error.node)
    if count < limit and error.retryable is not False:
        following = JobState(Status.QUEUED, running.attempt, failed_on)
    else:
        following = JobState(Status.FAILED, running.attempt, failed_on, error.reason)
    if states.compare_and_set(job_id, running, following):
        return True
    given_up = JobState(Status.FAILED, running.attempt, failed_on, error.reason)
    states.compare_and_set(job_id, states.read(job_id), given_up)
    return False


def pick_node(nodes, failed_on):
    last_failure = {node: number for number, node in enumerate(failed_on)}
    return min(nodes, key=lambda node: last_failure.get(node, -1))
