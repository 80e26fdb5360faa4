"""The limit sorted out by a match, and a tuple as the key."""

from labs.e10_retry_budget.counter_store import CounterStore

DEFAULT_LIMIT = 2


class Budget:
    def __init__(self, counters: CounterStore, ttl_s: float) -> None:
        self.store, self.seconds = counters, ttl_s

    def may_retry(self, job, limit=None):
        match limit:
            case None:
                attempts = DEFAULT_LIMIT
            case int() if limit >= 1:
                attempts = limit
            case _:
                raise ValueError(f"a limit of {limit!r} is none")
        made = self.store.incr_with_ttl(("retry", job), self.seconds)
        left = attempts - made
        return left > 0
