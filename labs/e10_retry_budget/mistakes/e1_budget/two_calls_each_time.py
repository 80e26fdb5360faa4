"""Misconception: setting the time again at each failure repairs what a dead worker left.

Rejected by: window
Diagnosis: It does repair it, at the next failure; but the time now runs from the last failure and not from the first,
so the count of a job that keeps failing never ends. One step sees to both.
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
        count = self._counters.incr(job)
        self._counters.expire(job, self._ttl_s)
        return count < limit
