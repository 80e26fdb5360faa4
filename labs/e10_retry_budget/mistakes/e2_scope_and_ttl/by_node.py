"""Misconception: a retry on another node is another story.

Rejected by: other-node
Diagnosis: The count begins anew on each node, so a job is tried to the limit on every one of them. Which nodes failed
is for choosing the next; how often it failed is one number.
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
        key = (job.id, error.step, error.node)
        return self._counters.incr_with_ttl(key, self._ttl, self._refresh)
