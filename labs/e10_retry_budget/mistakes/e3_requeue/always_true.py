"""Misconception: after the call the job is settled, whoever did it.

Rejected by: two-consumers
Diagnosis: The consumer whose change was refused was told that it had moved the job. It will tell the user what did
not happen. Hand on what `compare_and_set` answers.
"""

from labs.e10_retry_budget.jobs import JobState, Status


def settle_failure(states, job_id, running, error, count, limit):
    failed_on = (*running.failed_on, error.node)
    if count < limit and error.retryable is not False:
        following = JobState(Status.QUEUED, running.attempt, failed_on)
    else:
        following = JobState(Status.FAILED, running.attempt, failed_on, error.reason)
    states.compare_and_set(job_id, running, following)
    return True


def pick_node(nodes, failed_on):
    last_failure = {node: number for number, node in enumerate(failed_on)}
    return min(nodes, key=lambda node: last_failure.get(node, -1))
