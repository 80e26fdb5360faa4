"""Misconception: a limit below 1 is as good as 1: no retry.

Rejected by: refused
Diagnosis: A limit below 1 is silently made into one. The job is given up at its first failure, and whoever wrote 0 by
mistake never learns why. Refuse it, before anything is counted.
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
        limit = max(limit, 1)
        count = self._counters.incr_with_ttl(job, self._ttl_s)
        return count < limit
