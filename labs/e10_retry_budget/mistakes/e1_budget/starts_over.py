"""Misconception: after a job is given up its budget is free again.

Rejected by: late
Diagnosis: The count begins anew behind the limit: a late duplicate brings the job that was given up back to work. A
budget only grows; what ends it is its time.
"""

from labs.e10_retry_budget.counter_store import CounterStore

DEFAULT_LIMIT = 2


class Budget:
    def __init__(self, counters: CounterStore, ttl_s: float) -> None:
        self._counters = counters
        self._ttl_s = ttl_s

    def may_retry(self, job, limit=None):
        if limit is None:
            limit = DEFAULT_LIMIT
        if limit < 1:
            raise ValueError(f"limit: got {limit!r}, takes 1 or more")
        count = self._counters.incr_with_ttl(job, self._ttl_s)
        return count % limit != 0
