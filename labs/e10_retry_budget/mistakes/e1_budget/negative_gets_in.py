"""Misconception: the one bad limit is 0.

Rejected by: refused
Diagnosis: Zero is refused and -1 is not. Say what may pass, 1 or more, and not what may not.
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
        if limit == 0:
            raise ValueError(limit)
        count = self._counters.incr_with_ttl(job, self._ttl_s)
        return count < limit
