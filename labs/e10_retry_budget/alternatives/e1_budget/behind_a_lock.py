"""A lock of its own around the two commands would not help; around the one step it does no harm."""

import threading
from dataclasses import dataclass, field
from typing import Any

from labs.e10_retry_budget.counter_store import CounterStore

DEFAULT_LIMIT = 2


@dataclass
class Budget:
    counters: CounterStore
    ttl_s: float
    lock: Any = field(default_factory=threading.RLock)

    def may_retry(self, job: str, limit: int | None = None) -> bool:
        if limit is not None and limit <= 0:
            raise ValueError(f"limit={limit}")
        allowed = DEFAULT_LIMIT if limit is None else limit
        with self.lock:
            failures = self.counters.incr_with_ttl(f"budget/{job}", ttl_s=self.ttl_s)
        if failures >= allowed:
            return False
        return True
