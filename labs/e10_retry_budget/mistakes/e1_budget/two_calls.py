"""Misconception: the time to live is set when the counter is new, in a second command.

Rejected by: killed-alone
Diagnosis: The worker died between the two commands, and left a counter without a time to live. Every later failure of
that job is given up at once, for ever. Count and set the time as one step.
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
        count = self._counters.incr(job)
        if count == 1:
            self._counters.expire(job, self._ttl_s)
        return count < limit
