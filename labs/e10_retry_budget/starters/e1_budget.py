"""E10.1 Budget (15 minutes)

A job that failed goes back to the queue, once. So it was meant. One job was tried three times; another one had asked
for 0 attempts, by mistake, and nobody told it. And one night a worker was killed while it counted: since then that job
has been given up at its first failure, for good.

Write `Budget(counters, ttl_s)` with `may_retry(job, limit=None)`: it counts one failure of the job, and answers
whether another attempt may be made.

- `limit` is how many attempts the job has in all: 1 is no retry. None means that the job does not say; then it is
  `DEFAULT_LIMIT`. A limit below 1 is refused with a `ValueError`, and nothing is counted.
- The count is kept in `counters`, which all workers share, under a key of the job's own. It lives for `ttl_s` seconds
  from its first failure on; until then a late failure of a job that was given up is given up too.
- A worker may die at any moment, between two commands to the store as well. Whatever it leaves behind is gone when the
  time is over.

The commands: `incr(key)`, `expire(key, ttl_s)`, `incr_with_ttl(key, ttl_s)`; what they promise is in
`counter_store.py`. Several workers call at the same time. Exports `Budget`.
"""

from typing import Final

from labs.e10_retry_budget.counter_store import CounterStore

DEFAULT_LIMIT: Final = 2


class Budget:
    """Says whether a job that has failed may be tried again."""

    def __init__(self, counters: CounterStore, ttl_s: float) -> None:
        self._counters = counters
        self._ttl_s = ttl_s

    def may_retry(self, job: str, limit: int | None = None) -> bool:
        """Count one failure; True if an attempt is left."""
        limit = limit or DEFAULT_LIMIT  # TODO: which limits does this line take for unset?
        # TODO: a worker dies between these two lines; how long does the counter live then?
        count = self._counters.incr(job)
        self._counters.expire(job, self._ttl_s)
        return count <= limit  # TODO: how many attempts were made by now, and how many are left?
