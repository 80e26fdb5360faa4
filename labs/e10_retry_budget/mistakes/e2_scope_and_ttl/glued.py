"""Misconception: two names next to each other make a key.

Rejected by: names
Diagnosis: The names are glued together with nothing between them: job `ab` with step `c` and job `a` with step `bc`
share a budget. Keep the two apart: a tuple, or each name escaped.
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
        key = job.id + error.step
        return self._counters.incr_with_ttl(key, self._ttl, self._refresh)
