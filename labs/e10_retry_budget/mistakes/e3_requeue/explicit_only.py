"""Misconception: an answer that cannot be read will not be better next time.

Rejected by: kinds
Diagnosis: Only what the producer reports is retried. An unreadable answer, a failed submit or a wait that ended at
its cap speak against the node and not against the job: there is another node, and one rule for all.
"""

from labs.e10_retry_budget.errors import StepError
from labs.e10_retry_budget.jobs import JobState, Status


def settle_failure(states, job_id, running, error, count, limit):
    failed_on = (*running.failed_on, error.node)
    if count < limit and error.retryable is not False and isinstance(error, StepError):
        following = JobState(Status.QUEUED, running.attempt, failed_on)
    else:
        following = JobState(Status.FAILED, running.attempt, failed_on, error.reason)
    return states.compare_and_set(job_id, running, following)


def pick_node(nodes, failed_on):
    last_failure = {node: number for number, node in enumerate(failed_on)}
    return min(nodes, key=lambda node: last_failure.get(node, -1))
