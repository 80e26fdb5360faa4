"""Misconception: the rule for the window is one rule.

Rejected by: refreshed
Diagnosis: With `refresh` each failure begins the time anew, so one gap is all that it must outlive. Budgets that hold
are refused.
"""

class RetryBudget:
    def __init__(self, counters, limit, ttl, gaps, refresh=False):
        self._counters = counters
        self._ttl = ttl
        self._refresh = refresh
        gap = max(gaps)
        window = (limit - 1) * gap
        if ttl <= window:
            raise ValueError(f"ttl: got {ttl}, takes more than {window}")

    def spend(self, job, error):
        key = (job.id, error.step)
        return self._counters.incr_with_ttl(key, self._ttl, self._refresh)
