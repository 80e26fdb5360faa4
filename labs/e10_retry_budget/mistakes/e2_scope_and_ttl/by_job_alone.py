"""Misconception: a budget for each job is narrow enough.

Rejected by: two-steps
Diagnosis: A step that the job computes on the way spends the budget of the main step. Each step has a count of its
own.
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
        key = job.id
        return self._counters.incr_with_ttl(key, self._ttl, self._refresh)
