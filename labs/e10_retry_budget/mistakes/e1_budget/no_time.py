"""Misconception: a count that only grows needs no end.

Rejected by: window
Diagnosis: The count is never gone: a job that is replayed next month is given up for a failure of last month, and the
store keeps a key for every job that ever failed.
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
        return count < limit
