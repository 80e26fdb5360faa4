"""A look first, which saves the work where it is in vain; the comparison is made all the same."""

from labs.e10_retry_budget.jobs import JobState, Status


def settle_failure(states, job_id, running, error, count, limit):
    if states.read(job_id) != running:
        return False
    attempts_left = limit - count
    if error.retryable in (None, True) and attempts_left > 0:
        status, reason = Status.QUEUED, None
    else:
        status, reason = Status.FAILED, error.reason
    nodes = [*running.failed_on, error.node]
    return states.compare_and_set(
        job_id, running, JobState(status, running.attempt, tuple(nodes), reason)
    )


def pick_node(nodes, failed_on):
    for node in nodes:
        if node not in failed_on:
            return node
    left = list(nodes)
    for node in reversed(failed_on):
        if len(left) > 1 and node in left:
            left.remove(node)
    return left[0]
