"""Misconception: the window begins with the first failure.

Rejected by: window-refreshed
Diagnosis: With `refresh` the time was to run from the last failure. The budget was taken under the rule for that, and
its count is gone too early: the limit is never reached.
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
        key = (job.id, error.step)
        return self._counters.incr_with_ttl(key, self._ttl)
