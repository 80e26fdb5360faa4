"""Misconception: whoever sets the time knows what it is for.

Rejected by: fixed
Diagnosis: Any time is taken. A count that is gone before the last failure starts again at 1, and the job goes round
for ever.
"""

class RetryBudget:
    def __init__(self, counters, limit, ttl, gaps, refresh=False):
        self._counters = counters
        self._ttl = ttl
        self._refresh = refresh

    def spend(self, job, error):
        key = (job.id, error.step)
        return self._counters.incr_with_ttl(key, self._ttl, self._refresh)
