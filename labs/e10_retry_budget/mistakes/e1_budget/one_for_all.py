"""Misconception: a budget is one counter.

Rejected by: jobs
Diagnosis: All jobs share one counter and starve each other: the second job is given up for failures of the first. The
key is the job's own.
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
        count = self._counters.incr_with_ttl("retries", self._ttl_s)
        return count < limit
