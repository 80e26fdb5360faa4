"""Misconception: each kind of failure has its own budget.

Rejected by: kinds
Diagnosis: A job that fails in turn in several ways gets several budgets. How often it may be tried does not depend on
how it failed.
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
        key = (job.id, error.step, type(error).__name__)
        return self._counters.incr_with_ttl(key, self._ttl, self._refresh)
