"""Misconception: to begin the time anew can only help.

Rejected by: window-fixed
Diagnosis: The time runs from the last failure, although the fixed window was asked for: a count lives on for as long
as there are failures, and a step that fails once a day for other reasons is given up some day.
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
        key = (job.id, error.step)
        return self._counters.incr_with_ttl(key, self._ttl, refresh=True)
