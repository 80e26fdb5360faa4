"""Misconception: a worker can keep the count itself.

Rejected by: two-workers
Diagnosis: Each worker counts for itself, so a job gets its whole budget with each of them, and again after each
restart. The count has to be where all workers see it.
"""

from labs.e10_retry_budget.counter_store import CounterStore

DEFAULT_LIMIT = 2


class Budget:
    def __init__(self, counters: CounterStore, ttl_s: float) -> None:
        self._counters = counters
        self._ttl_s = ttl_s
        self._counts = {}

    def may_retry(self, job, limit=None):
        if limit is None:
            limit = DEFAULT_LIMIT
        if limit < 1:
            raise ValueError(f"limit: got {limit!r}, takes 1 or more")
        self._counts[job] = self._counts.get(job, 0) + 1
        self._counters.incr_with_ttl(job, self._ttl_s)
        return self._counts[job] < limit
