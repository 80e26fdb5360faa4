"""Misconception: a separator that nobody uses is safe.

Rejected by: names
Diagnosis: A text that joins two names can be split in two ways as soon as the separator stands in a name, and the
text says that any character may. Keep the two apart: a tuple, or each name escaped.
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
        key = f"{job.id}|{error.step}"
        return self._counters.incr_with_ttl(key, self._ttl, self._refresh)
