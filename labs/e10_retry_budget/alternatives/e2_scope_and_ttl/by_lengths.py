"""The lengths of the names in the key make it readable in one way only; the window is found by playing it through."""

from dataclasses import dataclass
from typing import Any


@dataclass
class RetryBudget:
    counters: Any
    limit: int
    ttl: float
    gaps: Any
    refresh: bool = False

    def __post_init__(self):
        if not self._holds(max(self.gaps)):
            raise ValueError(f"{self.ttl} s are too short for {self.limit} failures")

    def _holds(self, gap):
        if self.refresh:
            return gap < self.ttl
        failures = [number * gap for number in range(self.limit)]
        return all(second < self.ttl for second in failures)

    def spend(self, job, error):
        key = f"{len(job.id)}:{job.id}{error.step}"
        return self.counters.incr_with_ttl(key, self.ttl, self.refresh)
