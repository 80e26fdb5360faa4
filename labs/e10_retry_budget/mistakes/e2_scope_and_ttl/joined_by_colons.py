"""Misconception: two names and a colon make a key.

Rejected by: names
Diagnosis: Job `a:b` with step `c` and job `a` with step `b:c` share a budget, for their keys are one text. Keep the
two apart: a tuple, or each name escaped.
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
        key = f"retry:{job.id}:{error.step}"
        return self._counters.incr_with_ttl(key, self._ttl, self._refresh)
