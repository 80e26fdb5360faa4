"""Misconception: each gap comes once.

Rejected by: fixed
Diagnosis: The window is the sum of the known gaps. Any of them may come again, the longest each time, and a limit of
2 spans one gap only: some budgets that cannot hold are taken, and some that hold are refused.
"""

class RetryBudget:
    def __init__(self, counters, limit, ttl, gaps, refresh=False):
        self._counters = counters
        self._ttl = ttl
        self._refresh = refresh
        window = max(gaps) if refresh else sum(gaps)
        if limit > 1 and ttl <= window:
            raise ValueError(ttl)

    def spend(self, job, error):
        key = (job.id, error.step)
        return self._counters.incr_with_ttl(key, self._ttl, self._refresh)
