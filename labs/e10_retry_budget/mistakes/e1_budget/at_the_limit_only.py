"""Misconception: a job is given up when its count is the limit.

Rejected by: late
Diagnosis: A late failure, such as a duplicate delivery, counts past the limit, and the job goes back to work. Ask
whether the count is below the limit, not whether it is another number.
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
        count = self._counters.incr_with_ttl(job, self._ttl_s)
        return count != limit
