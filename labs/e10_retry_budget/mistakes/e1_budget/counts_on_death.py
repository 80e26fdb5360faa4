"""Misconception: a worker that dies should not cost the job an attempt.

Rejected by: killed
Diagnosis: A failure whose worker was killed was taken back, or never kept: then a job that kills its worker each time
is never given up. A failure is counted before anything is decided, and stays counted.
"""

from labs.e10_retry_budget.counter_store import CounterStore

DEFAULT_LIMIT = 2


class Budget:
    def __init__(self, counters: CounterStore, ttl_s: float) -> None:
        self._counters = counters
        self._ttl_s = ttl_s
        self._lives = {}

    def may_retry(self, job, limit=None):
        if limit is None:
            limit = DEFAULT_LIMIT
        if limit < 1:
            raise ValueError(f"limit: got {limit!r}, takes 1 or more")
        try:
            count = self._counters.incr_with_ttl((job, self._lives.get(job, 0)), self._ttl_s)
        except BaseException:
            self._lives[job] = self._lives.get(job, 0) + 1
            raise
        return count < limit
