"""Misconception: `or` gives the default where nothing was said.

Rejected by: refused
Diagnosis: A job that asked for 0 attempts got the default: zero is falsy, and was taken for "not said". Ask `is
None`; and a number below 1 is refused, so that somebody learns of it.
"""

from labs.e10_retry_budget.counter_store import CounterStore

DEFAULT_LIMIT = 2


class Budget:
    def __init__(self, counters: CounterStore, ttl_s: float) -> None:
        self._counters = counters
        self._ttl_s = ttl_s

    def may_retry(self, job, limit=None):
        limit = limit or DEFAULT_LIMIT
        if limit < 1:
            raise ValueError(f"limit: got {limit!r}, takes 1 or more")
        count = self._counters.incr_with_ttl(job, self._ttl_s)
        return count < limit
