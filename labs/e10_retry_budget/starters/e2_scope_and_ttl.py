"""E10.2 Scope and time to live (25 minutes)

Two people start a job each, about the same document. The first job fails, and goes back to the queue. The second one
fails, and is given up at its first failure: somebody had counted already. A third job fails every seven hours, and
goes back to the queue every seven hours. Its counter lives for six, because the mean attempt takes two minutes.

Write `RetryBudget(counters, limit, ttl, gaps, refresh=False)` with `spend(job, error)`, which counts one failure and
answers the number of this failure.

- Each step of each job has its own count. `job.id` stays when a job is requeued, and names may have any characters in
  them. `job.entity` is what the job is about, `job.step` the step that it declares; `error.step` is the step that
  was really computed, on `error.node`. All kinds of failure are counted together.
- `ttl`: for how many seconds a count lives, from the first failure on, or with `refresh` from each.
- `gaps`: how many seconds may pass from one failure of a step to the next, as far as is known; any of them may come,
  and come again. A budget is refused with a `ValueError` if a count could be gone before failure number `limit`. Any
  budget that holds is taken.
- A worker may die between two commands to the store; a count that is left behind is gone in its time all the same.

A count is gone as soon as its second has come. `jobs.py`, `errors.py` and `counter_store.py` have the parts. Several
workers call at the same time. Exports `RetryBudget`.
"""

from collections.abc import Sequence

from labs.e10_retry_budget.counter_store import CounterStore
from labs.e10_retry_budget.errors import AttemptFailed
from labs.e10_retry_budget.jobs import Job


class RetryBudget:
    """Counts the failures of each step of each job."""

    def __init__(
        self,
        counters: CounterStore,
        limit: int,
        ttl: float,
        gaps: Sequence[float],
        refresh: bool = False,
    ) -> None:
        self._counters = counters
        self._ttl = ttl
        self._refresh = refresh
        gap = sum(gaps) / len(gaps)  # TODO: which job takes longer, and what becomes of its count?
        window = limit * gap  # TODO: how many gaps lie between the first failure and the last?
        if ttl < window:  # TODO: the last failure comes at that very second; what is its number?
            raise ValueError(f"ttl: got {ttl:g} s, takes more than {window:g} s")

    def spend(self, job: Job, error: AttemptFailed) -> int:
        """Count one failure; the number of this failure."""
        key = f"{job.entity}:{job.step}:{error.node}"  # TODO: which failures have one key?
        # TODO: which window is this, and does the rule above reckon with it?
        return self._counters.incr_with_ttl(key, self._ttl, refresh=True)
