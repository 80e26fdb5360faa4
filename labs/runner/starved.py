"""Tells a child that is stuck from one that the machine did not let run.

Silence alone cannot: on a busy machine an honest answer is silent too. Where the system says how much a process has run
(Linux), a child that wants to run and hardly could is only starved.
"""

import os
from collections.abc import Iterator
from pathlib import Path

SPUN_S = 1.0  # of processor time without a step is a loop, however long it took


def processor_s(pid: int) -> float | None:
    """Seconds of processor that the process has used; None where the system does not say."""
    if not hasattr(os, "sysconf"):
        return None
    fields = next(_stats(Path(f"/proc/{pid}")), None)
    if fields is None:
        return None
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def is_starved(pid: int, used_before_s: float | None) -> bool:
    """True if a thread of it wants to run, and all of them together have had less than `SPUN_S` since then."""
    used_s = processor_s(pid)
    if used_s is None or used_before_s is None:
        return False
    wants_to_run = any(fields[0] == "R" for fields in _stats(*Path(f"/proc/{pid}/task").glob("*")))
    return wants_to_run and used_s - used_before_s < SPUN_S


def _stats(*folders: Path) -> Iterator[list[str]]:
    """The fields of each `stat` from the state on; a thread that has ended meanwhile has none."""
    for folder in folders:
        try:
            yield (folder / "stat").read_text(encoding="utf-8").rpartition(")")[2].split()
        except OSError:
            continue
