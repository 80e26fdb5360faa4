"""E10.3 Requeue (30 minutes)

One job was delivered to two consumers. It failed with both: the first counted 1 and put it back into the queue, the
second counted 2 and gave it up. The user was told so, and then saw it running again. When it had failed for the last
time it turned out that both attempts had been made on the one node with the broken disk.

Write `settle_failure(states, job_id, running, error, count, limit)`: move the job on after a failed attempt, and answer
whether that was done. `running` is the state in which the consumer took the job, `count` the number of this failure.

- Below the limit the job is queued again, else it is failed with the reason of the error. If the producer says
  `retryable=False`, it is failed at once; whatever else it says, or if it says nothing, the limit decides.
- The state keeps its attempt; `failed_on` has one node more at its end. A queued job has no reason.
- If the job does not stand any more as it did when this consumer took it, nothing is changed: somebody has decided, or
  somebody else's attempt is under way by now.

And write `pick_node(nodes, failed_on)`: the first of the nodes on which the job has not failed. If it has failed on all
of them, the one where it failed longest ago. `failed_on` may have a node twice, and nodes that are gone.

`jobs.py` has `JobState` and `JobStates`: `read(job_id)` and `compare_and_set(job_id, seen, following)`. Consumers call
at the same time. Exports `settle_failure` and `pick_node`.
"""

from collections.abc import Sequence

from labs.e10_retry_budget.errors import AttemptFailed
from labs.e10_retry_budget.jobs import JobState, JobStates, Status


def settle_failure(
    states: JobStates, job_id: str, running: JobState, error: AttemptFailed, count: int, limit: int
) -> bool:
    """Queue the job again, or give it up; True if this consumer was the one to decide."""
    failed_on = (*running.failed_on, error.node)
    if count < limit and error.retryable is not False:  # The producer may end it, not prolong it.
        following = JobState(Status.QUEUED, running.attempt, failed_on)
    else:
        following = JobState(Status.FAILED, running.attempt, failed_on, error.reason)
    # With the state that the decision rests on: one that was read since may be somebody else's.
    return states.compare_and_set(job_id, running, following)


def pick_node(nodes: Sequence[str], failed_on: Sequence[str]) -> str:
    """Where the next attempt is made."""
    # Never failed is longer ago than anything; of those that are equal, `min` takes the first.
    last_failure = {node: number for number, node in enumerate(failed_on)}
    return min(nodes, key=lambda node: last_failure.get(node, -1))
