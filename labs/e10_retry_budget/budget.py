"""The retry budget: how often one step of one job may fail before the job is given up.

It only grows, it has a key of its own, and it outlives the longest time that may lie between two failures. Take one of
the three away, and there is a job that goes round for ever.
"""

from labs.e10_retry_budget.counter_store import NEVER, CounterStore


class RetryBudget:
    """Counts the failures of each step of each job; a job goes back to the queue only while the count is below `limit`.

    `limit` is attempts in all: 1 means no retry. `ttl` is how many seconds a counter lives, from the first failure on,
    or with `refresh` from each. `longest_gap` is the most seconds that may pass from one failure of a step to the next:
    the longest wait in the queue and the longest attempt together. The longest, never the mean.
    """

    def __init__(
        self,
        counters: CounterStore,
        limit: int,
        ttl: float,
        longest_gap: float,
        refresh: bool = False,
    ) -> None:
        """Raise ValueError unless `limit` is an int of 1 or more, and the counter outlives the window."""
        if type(limit) is not int or limit < 1:
            raise ValueError(
                f"limit: got {limit!r}, takes an int of 1 or more: attempts in all, 1 is no retry"
            )
        if not 0 < longest_gap < NEVER:
            raise ValueError(f"longest_gap: got {longest_gap!r}, takes a number of seconds above 0")
        if not 0 < ttl < NEVER:
            raise ValueError(f"ttl: got {ttl!r}, takes a number of seconds above 0")
        self.limit = limit
        self._counters = counters
        self._ttl = ttl
        self._refresh = refresh
        self._check_window(longest_gap)

    def spend(self, job_id: str, step: str) -> int:
        """Count one failure of that step, the one that was really computed; answer the number of this failure."""
        return self._counters.incr_with_ttl(self.key(job_id, step), self._ttl, self._refresh)

    @staticmethod
    def key(job_id: str, step: str) -> tuple[str, ...]:
        """Where the failures are counted. A tuple: joined by colons, two pairs may make one text."""
        return ("retry", job_id, step)

    def _check_window(self, longest_gap: float) -> None:
        gaps = 1 if self._refresh else self.limit - 1
        if self._ttl <= gaps * longest_gap:
            raise ValueError(
                f"ttl: got {self._ttl:g} s, takes more than {gaps} x {longest_gap:g} s, the longest gap: "
                "a counter that is gone before the last failure starts again at 1"
            )
