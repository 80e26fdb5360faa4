"""Misconception: the job that failed is the object in hand.

Rejected by: requeued
Diagnosis: After a requeue the job is another object with the same id, and its count begins anew. What stays is the
id, and nothing else.
"""

class RetryBudget:
    def __init__(self, counters, limit, ttl, gaps, refresh=False):
        self._counters = counters
        self._ttl = ttl
        self._refresh = refresh
        self._jobs = []
        gap = max(gaps)
        window = gap if refresh else (limit - 1) * gap
        if ttl <= window:
            raise ValueError(f"ttl: got {ttl}, takes more than {window}")

    def spend(self, job, error):
        self._jobs.append(job)
        key = (len(self._jobs), error.step)
        return self._counters.incr_with_ttl(key, self._ttl, self._refresh)
