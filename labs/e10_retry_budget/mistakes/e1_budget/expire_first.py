"""Misconception: if the time to live is set first, nobody can die before it is set.

Rejected by: window
Diagnosis: The first `expire` meets no counter and does nothing, so the count gets its time only at the second
failure, or never. The order of two commands cannot mend what only one step can.
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
        self._counters.expire(job, self._ttl_s)
        count = self._counters.incr(job)
        return count < limit
