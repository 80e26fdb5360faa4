"""What an exploration learns of the code while it runs; then it begins again, knowing it.

It ends with the exploration: a schedule has to mean the same whatever was explored before in the process.
"""

from __future__ import annotations

from labs.kit.schedule import baton

REPLACED: set[str] = set()  # names of methods that `setattr` or a `__dict__` has bound anew
PLANS: dict[type, dict[str, tuple[type, ...] | None]] = {}  # see `attributes`
_dicts_used: list[bool] = []  # whether the code has looked at a `__dict__` as a whole


def forget() -> None:
    """Another exploration begins."""
    if REPLACED:
        REPLACED.clear()
        PLANS.clear()
    _dicts_used.clear()


def replaced(name: str) -> None:
    """Code gets a successor under this name: from now on looking it up is a step."""
    REPLACED.add(name)
    PLANS.clear()
    baton.begin_again()


def uses_dicts() -> None:
    """The code gets hold of a `__dict__`: from now on a name that is bound may be seen there."""
    if not _dicts_used:
        _dicts_used.append(True)
        baton.begin_again()


def dicts_used() -> bool:
    """Whether the code looks at instances through their `__dict__`."""
    return bool(_dicts_used)
