"""Misconception: a time that is too short can be made long enough.

Rejected by: fixed
Diagnosis: A time that cannot hold is silently made longer. Whoever wrote it believes in another window than there is;
refuse it, so that somebody corrects the setting or the gaps.
"""

class RetryBudget:
    def __init__(self, counters, limit, ttl, gaps, refresh=False):
        self._counters = counters
        self._ttl = ttl
        self._refresh = refresh
        gap = max(gaps)
        self._ttl = max(ttl, (gap if refresh else (limit - 1) * gap) + 1)

    def spend(self, job, error):
        key = (job.id, error.step)
        return self._counters.incr_with_ttl(key, self._ttl, self._refresh)
