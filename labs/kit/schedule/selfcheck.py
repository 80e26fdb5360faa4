"""Once a process: a known race has to be found, or no verdict of this process means anything."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from labs.kit.schedule import verdict

_checked: list[str] = []


def check_once(explored: Callable[[Callable[[], object]], str]) -> None:
    """Explore the racy program unless that was done; RuntimeError if it is not BROKEN."""
    # Imported late: the loader hands out what is modelled here, so it comes after this package.
    from labs.kit.schedule import loader

    if not _checked:
        _checked.append("started")
        racy = loader.load(Path(__file__).with_name("racy.py"), "schedule_selfcheck")
        _checked.append(explored(racy.lose_one))
    if _checked[-1] not in ("started", verdict.BROKEN):
        raise RuntimeError(
            f"the explorer's self-check failed: its known race {_checked[-1]}; "
            "code is not instrumented, so no verdict of this process can be trusted"
        )
