"""Built-in functions that name an attribute, hand out a `__dict__`, advance an iterator, or run text."""

from __future__ import annotations

from collections.abc import Callable

from labs.kit.schedule import attributes, instance_dicts, reach, world
from labs.kit.schedule.footprint import NOTHING, Footprint


def getting(thing: object, name: object = "", *_: object) -> Footprint:
    """An attribute is read by name."""
    return attributes.reading(thing, name) if isinstance(name, str) else NOTHING


def setting(thing: object, name: object = "", *_: object) -> Footprint:
    """An attribute is bound or deleted by name."""
    return attributes.writing(thing, name) if isinstance(name, str) else NOTHING


def _handing_out(*things: object) -> Footprint:
    found = NOTHING
    for thing in things:
        found |= attributes.reading(thing, "__dict__")
    return found


def _naming(*things: object) -> Footprint:
    found = _handing_out(*things)
    for thing in things:
        found |= instance_dicts.names_of(thing)
    return found


def _advancing(iterator: object, *_: object) -> Footprint:
    return reach.contents(iterator, writes=False)


def _code(*_: object) -> Footprint:
    world.unseen("code in a string (eval, exec)")
    return NOTHING


SPECIAL: dict[object, Callable[..., Footprint]] = {
    getattr: getting,
    hasattr: getting,
    setattr: setting,
    delattr: setting,
    vars: _handing_out,
    dir: _naming,
    next: _advancing,
    eval: _code,
    exec: _code,
}
