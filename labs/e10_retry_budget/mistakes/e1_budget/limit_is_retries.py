"""Misconception: the limit is the number of retries; the first attempt is none.

Rejected by: limits
Diagnosis: A job with limit 1 gets two attempts, so there is no way left to say "no retry". The limit counts attempts,
the first one among them. Only the default is right here, because it was lowered to fit.
"""

from labs.e10_retry_budget.counter_store import CounterStore

DEFAULT_LIMIT = 2


class Budget:
    def __init__(self, counters: CounterStore, ttl_s: float) -> None:
        self._counters = counters
        self._ttl_s = ttl_s

    def may_retry(self, job, limit=None):
        if limit is None:
            limit = DEFAULT_LIMIT - 1
        if limit < 1:
            raise ValueError(f"limit: got {limit!r}, takes 1 or more")
        count = self._counters.incr_with_ttl(job, self._ttl_s)
        return count <= limit
