"""Misconception: a limit of so many failures has so many gaps.

Rejected by: fixed
Diagnosis: Between the first failure and the last lies one gap less than there are failures. Budgets that hold are
refused; a limit of 1 has no gap at all.
"""

class RetryBudget:
    def __init__(self, counters, limit, ttl, gaps, refresh=False):
        self._counters = counters
        self._ttl = ttl
        self._refresh = refresh
        gap = max(gaps)
        window = gap if refresh else limit * gap
        if ttl <= window:
            raise ValueError(f"ttl: got {ttl}, takes more than {window}")

    def spend(self, job, error):
        key = (job.id, error.step)
        return self._counters.incr_with_ttl(key, self._ttl, self._refresh)
