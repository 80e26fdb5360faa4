"""Misconception: zero means no limit, as elsewhere.

Rejected by: refused
Diagnosis: A job that asked for 0 attempts goes round for ever. Some systems do read 0 so, which is one more reason to
refuse it: whoever wrote it meant one of three things, and cannot be asked at night.
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
        if limit < 0:
            raise ValueError(limit)
        count = self._counters.incr_with_ttl(job, self._ttl_s)
        return limit == 0 or count < limit
