"""The verdict first, as a word; the state that goes with it from a match; the nodes sorted."""

from dataclasses import replace

from labs.e10_retry_budget.jobs import JobState, Status


def verdict(error, count, limit):
    if error.retryable is False or count >= limit:
        return "give up"
    return "again"


def settle_failure(states, job_id, running, error, count, limit):
    failed = replace(running, failed_on=running.failed_on + (error.node,))
    match verdict(error, count, limit):
        case "again":
            following = replace(failed, status=Status.QUEUED, reason=None)
        case _:
            following = replace(failed, status=Status.FAILED, reason=error.reason)
    assert isinstance(following, JobState)
    return states.compare_and_set(job_id, running, following)


def pick_node(nodes, failed_on):
    def last(node):
        places = [place for place, failed in enumerate(failed_on, 1) if failed == node]
        return places[-1] if places else 0

    return sorted(nodes, key=last)[0]
