"""Misconception: when another step fails, the one before it must have gone well, so its count can go.

Rejected by: two-steps
Diagnosis: The failure of one step takes the count of another away: two steps that fail in turn go round for ever. A
success of another step gives nothing back either; only the time does.
"""

class RetryBudget:
    def __init__(self, counters, limit, ttl, gaps, refresh=False):
        self._counters = counters
        self._ttl = ttl
        self._refresh = refresh
        self._steps = {}
        gap = max(gaps)
        window = gap if refresh else (limit - 1) * gap
        if ttl <= window:
            raise ValueError(f"ttl: got {ttl}, takes more than {window}")

    def spend(self, job, error):
        last, lives = self._steps.get(job.id, (error.step, 0))
        lives += last != error.step
        self._steps[job.id] = error.step, lives
        key = (job.id, error.step, lives)
        return self._counters.incr_with_ttl(key, self._ttl, self._refresh)
