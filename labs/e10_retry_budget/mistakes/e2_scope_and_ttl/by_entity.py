"""Misconception: what the work is about says whose budget it is.

Rejected by: two-jobs
Diagnosis: Two independent jobs about one document share a budget and starve each other. Each enqueueing is a job with
an id of its own, which a requeue keeps: that is the scope.
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
        key = (job.entity, error.step)
        return self._counters.incr_with_ttl(key, self._ttl, self._refresh)
