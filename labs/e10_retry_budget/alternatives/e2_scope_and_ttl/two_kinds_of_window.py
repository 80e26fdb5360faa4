"""A class for each window, and a budget that has one."""

from typing import NamedTuple


class Key(NamedTuple):
    job: str
    step: str


class Fixed:
    refresh = False

    @staticmethod
    def needs(limit, gap):
        return (limit - 1) * gap


class Refreshed:
    refresh = True

    @staticmethod
    def needs(limit, gap):
        return gap


class RetryBudget:
    def __init__(self, counters, limit, ttl, gaps, refresh=False):
        self._window = Refreshed if refresh else Fixed
        needed = max(self._window.needs(limit, gap) for gap in gaps)
        if needed >= ttl:
            raise ValueError(f"{needed} s and more are needed, got {ttl}")
        self._counters = counters
        self._ttl = ttl

    def spend(self, job, error):
        return self._counters.incr_with_ttl(Key(job.id, error.step), self._ttl, self._window.refresh)
