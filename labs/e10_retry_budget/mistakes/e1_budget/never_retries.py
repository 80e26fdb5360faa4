"""Misconception: a failure at the first attempt is enough.

Rejected by: limit
Diagnosis: The job is given up at its first failure: it is asked whether one attempt was made, and one always was. So
the list of servers tried did it, with `len(servers) >= 1`.
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
        return count < 1
