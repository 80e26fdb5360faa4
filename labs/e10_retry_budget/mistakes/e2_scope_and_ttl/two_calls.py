"""Misconception: the time to live is set when the counter is new, in a second command.

Rejected by: killed
Diagnosis: The worker died between the two commands, and left a count that is never gone. Count and set the time as
one step.
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
        count = self._counters.incr(key)
        if self._refresh or count == 1:
            self._counters.expire(key, self._ttl)
        return count
