"""Misconception: a worker can keep the counts itself.

Rejected by: two-workers
Diagnosis: Each worker counts for itself, so a job gets its whole budget with each of them, and nothing is ever gone.
The counts have to be where all workers see them.
"""

class RetryBudget:
    def __init__(self, counters, limit, ttl, gaps, refresh=False):
        self._counters = counters
        self._ttl = ttl
        self._refresh = refresh
        self._counts = {}
        gap = max(gaps)
        window = gap if refresh else (limit - 1) * gap
        if ttl <= window:
            raise ValueError(f"ttl: got {ttl}, takes more than {window}")

    def spend(self, job, error):
        key = (job.id, error.step)
        self._counts[key] = self._counts.get(key, 0) + 1
        return self._counts[key]
