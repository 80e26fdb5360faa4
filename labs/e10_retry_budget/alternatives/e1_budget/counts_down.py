"""What is left, as a number; the sentinel of the signature stays out of the arithmetic."""

from labs.e10_retry_budget.counter_store import CounterStore

DEFAULT_LIMIT = 2


def checked(limit):
    if limit is None:
        return DEFAULT_LIMIT
    if not limit > 0:
        raise ValueError("limit: takes attempts in all, at least one")
    return limit


class Budget:
    def __init__(self, counters: CounterStore, ttl_s: float) -> None:
        self._counters = counters
        self._ttl_s = ttl_s

    def attempts_left(self, job, limit):
        return max(0, limit - self._counters.incr_with_ttl(job, self._ttl_s))

    def may_retry(self, job, limit=None):
        return bool(self.attempts_left(job, checked(limit)))
