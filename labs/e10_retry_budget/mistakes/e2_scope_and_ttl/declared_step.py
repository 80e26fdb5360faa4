"""Misconception: the job says which step it is at.

Rejected by: two-steps
Diagnosis: The failures of a preparing step are counted against the step that the job declares. The step that was
really computed stands in the error.
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
        key = (job.id, job.step)
        return self._counters.incr_with_ttl(key, self._ttl, self._refresh)
