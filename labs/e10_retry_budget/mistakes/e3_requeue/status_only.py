"""Misconception: a job that is running is the one that I took.

Rejected by: second-attempt
Diagnosis: The status was compared, and somebody else's second attempt is *running* too. Who decided on attempt 1 has
moved attempt 2. Compare the whole state: the attempt is in it for this.
"""

from labs.e10_retry_budget.jobs import JobState, Status


def settle_failure(states, job_id, running, error, count, limit):
    failed_on = (*running.failed_on, error.node)
    if count < limit and error.retryable is not False:
        following = JobState(Status.QUEUED, running.attempt, failed_on)
    else:
        following = JobState(Status.FAILED, running.attempt, failed_on, error.reason)
    seen = states.read(job_id)
    if seen.status is not Status.RUNNING:
        return False
    return states.compare_and_set(job_id, seen, following)


def pick_node(nodes, failed_on):
    last_failure = {node: number for number, node in enumerate(failed_on)}
    return min(nodes, key=lambda node: last_failure.get(node, -1))
