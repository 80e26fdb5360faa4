"""The one clock: `time` for code under test, which reads and sleeps on virtual seconds."""

from __future__ import annotations

import time
from typing import Any

from labs.kit.schedule import timeouts
from labs.kit.schedule.baton import active, live, now

STARTS_AT_S = 1_700_000_000.0  # what `time.time()` answers when a run begins


def sleep(seconds: float) -> None:
    """Let so many virtual seconds pass; ValueError if negative."""
    if seconds < 0:
        raise ValueError("sleep length must be non-negative")
    run = live()
    if run is not None and active():
        timeouts.sleep(run, seconds)


def monotonic() -> float:
    return now()


perf_counter = monotonic


def wall_clock() -> float:
    return STARTS_AT_S + now()


def nanoseconds(seconds: float) -> int:
    return round(seconds * 1_000_000_000)


def of_now(name: str) -> Any:
    """A function of `time` that reads the clock when its moment is left out, on the virtual clock."""
    real = getattr(time, name)

    def convert(moment: float | None = None) -> Any:
        return real(wall_clock() if moment is None else moment)

    return convert


def strftime(layout: str, moment: Any = None) -> str:
    return time.strftime(layout, time.localtime(wall_clock()) if moment is None else moment)
