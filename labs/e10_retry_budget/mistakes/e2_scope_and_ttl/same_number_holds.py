"""Misconception: a time as long as the window spans the window.

Rejected by: fixed
Diagnosis: A count is gone as soon as its second has come, and the last failure comes at that very second: it is
number 1. The time must be longer.
"""

class RetryBudget:
    def __init__(self, counters, limit, ttl, gaps, refresh=False):
        self._counters = counters
        self._ttl = ttl
        self._refresh = refresh
        gap = max(gaps)
        window = gap if refresh else (limit - 1) * gap
        if ttl < window:
            raise ValueError(f"ttl: got {ttl}, takes more than {window}")

    def spend(self, job, error):
        key = (job.id, error.step)
        return self._counters.incr_with_ttl(key, self._ttl, self._refresh)
