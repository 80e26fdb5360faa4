"""Misconception: compare-and-set wants the state as it is now, so read it first.

Rejected by: two-consumers
Diagnosis: The state was read anew just before it was changed, so the comparison is with itself and nearly always
fits: a requeue that looks at nothing. To try again until it fits is the same with a loop around it: right for a
counter, and wrong for a decision. Compare with the state on which the decision rests, the one in which the job was
taken.
"""

from labs.e10_retry_budget.jobs import JobState, Status


def settle_failure(states, job_id, running, error, count, limit):
    failed_on = (*running.failed_on, error.node)
    if count < limit and error.retryable is not False:
        following = JobState(Status.QUEUED, running.attempt, failed_on)
    else:
        following = JobState(Status.FAILED, running.attempt, failed_on, error.reason)
    return states.compare_and_set(job_id, states.read(job_id), following)


def pick_node(nodes, failed_on):
    last_failure = {node: number for number, node in enumerate(failed_on)}
    return min(nodes, key=lambda node: last_failure.get(node, -1))
