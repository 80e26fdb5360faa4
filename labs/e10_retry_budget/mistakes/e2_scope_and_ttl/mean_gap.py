"""Misconception: a time to live of a few mean gaps is generous.

Rejected by: fixed
Diagnosis: The time is compared with the mean gap. The job whose gap is the longest outlives its count, is at its
first failure every time, and is the one that never ends.
"""

class RetryBudget:
    def __init__(self, counters, limit, ttl, gaps, refresh=False):
        self._counters = counters
        self._ttl = ttl
        self._refresh = refresh
        gap = sum(gaps) / len(gaps)
        window = gap if refresh else (limit - 1) * gap
        if ttl <= window:
            raise ValueError(f"ttl: got {ttl}, takes more than {window}")

    def spend(self, job, error):
        key = (job.id, error.step)
        return self._counters.incr_with_ttl(key, self._ttl, self._refresh)
