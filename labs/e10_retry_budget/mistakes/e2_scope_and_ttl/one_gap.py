"""Misconception: a count must outlive one gap.

Rejected by: fixed
Diagnosis: One gap is enough if each failure begins the time anew. From the first failure on it must span all the gaps
up to the last: with a limit of 3 the count is gone before the third.
"""

class RetryBudget:
    def __init__(self, counters, limit, ttl, gaps, refresh=False):
        self._counters = counters
        self._ttl = ttl
        self._refresh = refresh
        gap = max(gaps)
        window = gap
        if ttl <= window:
            raise ValueError(f"ttl: got {ttl}, takes more than {window}")

    def spend(self, job, error):
        key = (job.id, error.step)
        return self._counters.incr_with_ttl(key, self._ttl, self._refresh)
