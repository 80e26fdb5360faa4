"""Globals and closure variables that threads share: reading and binding them are steps."""

from __future__ import annotations

import sys

from labs.kit.schedule import baton, world
from labs.kit.schedule.announce import live
from labs.kit.schedule.steps import Target


class Scope:
    """Stands for the variables that one call of a function shares with its inner functions."""

    __slots__ = ()


def _variable(owner: object, name: str) -> Target:
    if isinstance(owner, str):
        return (owner, name)
    return (baton.name_of(owner), name)


def see(owner: object, name: str) -> None:
    """A shared variable is about to be read."""
    if live() is not None:
        baton.point("read", _variable(owner, name), False)


def bind(value: object, owner: object, name: str) -> object:
    """A shared variable is about to be bound to the value."""
    if live() is not None:
        if isinstance(owner, str):
            world.BOUND_IN[owner] = sys.modules.get(owner)
        baton.point("write", _variable(owner, name), True)
    return value


class BoundAs:
    """A decorator that announces that the name of its definition is about to be bound."""

    def __init__(self, owner: object, name: str) -> None:
        self.owner, self.name = owner, name

    def __call__(self, definition: object) -> object:
        """Announce, and answer the definition as it is."""
        return bind(definition, self.owner, self.name)
