"""Misconception: a budget for each step is narrow enough.

Rejected by: two-jobs
Diagnosis: All jobs share the count of a step: three failures of anybody, and everybody is given up.
"""

class RetryBudget:
    def __init__(self, counters, limit, ttl, gaps, refresh=False):
        self._counters = counters
        self._ttl = ttl
        self._refresh = refresh
        gap = max(gaps)
        window = gap if refresh else (limit - 1) * gap
        if ttl <= window:
            raise ValueError(f"ttl: got {ttl}, takes more than {window}")

    def spend(self, job, error):
        key = error.step
        return self._counters.incr_with_ttl(key, self._ttl, self._refresh)
