"""An instance's `__dict__`, once the code has got hold of it: an item of it is an attribute.

Whoever looks at all of it sees a name that comes new, too. So from the first such look on, binding an
attribute is announced as touching the instance's names; the exploration begins again, knowing it.
"""

from __future__ import annotations

import gc
import sys
import types

from labs.kit.schedule import baton, known, world
from labs.kit.schedule.footprint import NOTHING, WHOLE, Footprint
from labs.kit.schedule.steps import Name

NAMES = "its names"
_dicts: dict[int, tuple[dict[str, object], object]] = {}  # those that were handed out


def forget() -> None:
    """A new run: nothing was handed out yet."""
    _dicts.clear()


def hand_out(thing: object) -> None:
    """The instance's `__dict__` is about to be known: what is done to it is done to the instance."""
    inside = getattr(thing, "__dict__", None)
    if isinstance(inside, types.MappingProxyType):  # a class shows its own through a view
        [inside] = gc.get_referents(inside)
    if isinstance(inside, dict):
        _dicts[id(inside)] = (inside, thing)
        known.uses_dicts()


def owner_of(inside: object) -> object:
    """The instance whose `__dict__` this is, if that is known; else None."""
    handed_out = _dicts.get(id(inside))
    return handed_out[1] if handed_out else None


def names_of(thing: object) -> Footprint:
    """A look at which attributes there are: it sees every name that another thread binds."""
    return Footprint([], [(baton.name_of(thing), NAMES)])


def binding(name: Name) -> Footprint:
    """An attribute is bound or deleted. (Two that are bound commute, so that this one is the read.)"""
    return Footprint([(name, NAMES)]) if known.dicts_used() else NOTHING


def attributes_of(inside: dict[str, object], writes: bool, key: object) -> Footprint:
    """A `__dict__`, or the globals of a module: every name in it, and any name to come."""
    owner = _dicts.get(id(inside))
    if writes and not owner:
        world.BOUND_IN[str(inside["__name__"])] = sys.modules.get(str(inside["__name__"]))
    name = baton.name_of(owner[1]) if owner else str(inside["__name__"])
    keys = [*inside, key] if key is None or not isinstance(key, str) else [key]
    targets = [(name, str(one)) for one in keys if not str(one).startswith("__")]
    targets.append((baton.name_of(inside), WHOLE))
    touched = Footprint([], targets) if writes else Footprint(targets)
    return touched if owner is None or isinstance(key, str) else touched | names_of(owner[1])
