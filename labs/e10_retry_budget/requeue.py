"""What follows a failed attempt: another one, on another node, or the end with its reason."""

from collections.abc import Sequence

from labs.e10_retry_budget.errors import AttemptFailed
from labs.e10_retry_budget.jobs import JobState, Status


def after_failure(running: JobState, error: AttemptFailed, count: int, limit: int) -> JobState:
    """The state that follows, if this was failure number `count` of its step and `limit` end the job.

    The producer's `retryable` can only make it shorter: no ends at once, yes is tried again below the limit.
    """
    failed_on = (*running.failed_on, error.node)
    if error.retryable is not False and count < limit:
        return JobState(Status.QUEUED, running.attempt, failed_on)
    return JobState(Status.FAILED, running.attempt, failed_on, error.reason)


def pick_node(nodes: Sequence[str], failed_on: Sequence[str]) -> str:
    """The first node on which the job has not failed; if there is none, the one on which it failed longest ago."""
    untried = [node for node in nodes if node not in failed_on]
    if untried:
        return untried[0]
    last_failure = {node: number for number, node in enumerate(failed_on)}
    return min(nodes, key=lambda node: last_failure[node])
