"""Misconception: the order of the count and the refusal does not matter.

Rejected by: refused
Diagnosis: The refused calls were counted: the job has lost attempts that it never made. Bad input changes nothing, so
look at it first.
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
        count = self._counters.incr_with_ttl(job, self._ttl_s)
        if limit < 1:
            raise ValueError(f"limit: got {limit!r}, takes 1 or more")
        return count < limit
