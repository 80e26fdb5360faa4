"""Misconception: each failure begins the time anew.

Rejected by: window
Diagnosis: The count outlives the time from its first failure: each failure began it anew. That is another window,
with another rule for how long it must be; the text promises the fixed one.
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
        count = self._counters.incr_with_ttl(job, self._ttl_s, refresh=True)
        return count < limit
