"""What instrumented code calls just before an access: it names the object, and takes the step.

Every announcer answers the operand that it was handed, so that the student's own node does the access.
Outside a run they cost one comparison.
"""

from __future__ import annotations

import types
from _thread import get_ident

from labs.kit.schedule import baton, reach, world
from labs.kit.schedule.steps import Target
from labs.kit.schedule.world import Kind

WHOLE = "[]"
KINDS = world.KINDS


def live() -> bool:
    """Whether the calling thread takes steps: the first thing every announcer asks."""
    run = baton._live  # noqa: SLF001 - announcements are hot: one attribute, not three calls
    return run is not None and run.ident == get_ident() and not run.current.quiet


def take(action: str, reads: list[Target], writes: list[Target]) -> None:
    """Take one step that may touch several objects at once.

    Several targets must be one step: with a step each, a write between two of them would look
    as if it came after an access that has not happened yet, and its other order would go unseen.
    """
    footprint = dict.fromkeys(reads, False) | dict.fromkeys(writes, True)
    if len(footprint) == 1:
        [(target, writing)] = footprint.items()
        baton.point(action, target, writing)
    elif footprint:
        together = getattr(baton, "points", None)
        if together is not None:
            together(action, tuple(footprint.items()))
        else:
            for target, writing in footprint.items():
                baton.point(action, target, writing)


# ---------------------------------------------------------------- attributes
def read(thing: object, attribute: str) -> object:
    """`thing.attribute` is about to be read."""
    cls = type(thing)
    kind = KINDS.get(cls) or world.kind_of(cls)
    if kind is Kind.PLAIN or (kind is Kind.CONTAINER and cls.__dictoffset__ == 0) or not live():
        return thing
    if not _is_method(cls, attribute):
        target = reach.attribute(thing, attribute)
        if target is not None:
            baton.point("read", target, False)
    return thing


def write(thing: object, attribute: str) -> object:
    """`thing.attribute` is about to be bound or deleted."""
    if live():
        target = reach.attribute(thing, attribute)
        if target is not None:
            baton.point("write", target, True)
    return thing


def _is_method(cls: type, attribute: str) -> bool:
    for base in cls.__mro__:
        found = base.__dict__.get(attribute)
        if found is not None:
            return isinstance(found, types.FunctionType)
    return False


# ---------------------------------------------------------------- containers
def item(container: object, _index: object) -> object:
    """`container[index]` is about to be read."""
    kind = KINDS.get(type(container)) or world.kind_of(type(container))
    if kind is not Kind.PLAIN and live():
        _access("read", container, writes=False)
    return container


def item_of(container: object, index: object) -> tuple[object, object]:
    """As `item`, and answers both."""
    return item(container, index), index


def change(container: object, _index: object) -> object:
    """`container[index]` is about to be bound or deleted."""
    if live():
        _access("write", container, writes=True)
    return container


def change_at(container: object, index: object) -> object:
    """As `change`, and answers the index."""
    change(container, index)
    return index


def _access(action: str, thing: object, writes: bool) -> None:
    reads, changed = reach.shallow(thing, writes)
    take(action, reads, changed)


def whole(container: object) -> object:
    """All of the container is about to be read (`*it`, unpacking, truth, a loop's first look)."""
    kind = KINDS.get(type(container)) or world.kind_of(type(container))
    if kind is not Kind.PLAIN and kind is not Kind.INSTANCE and live():
        _access("read", container, writes=False)
    return container


def shown(thing: object) -> object:
    """All that the object refers to is about to be read (text, patterns)."""
    if live():
        reads, _ = reach.deep([thing])
        take("read", reads, [])
    return thing


def pair(left: object, right: object) -> tuple[object, object]:
    """An operator is about to be applied to both."""
    if live():
        reads, _ = reach.deep([left, right])
        take("read", reads, [])
    return left, right


def pair_in(left: object, right: object) -> tuple[object, object]:
    """`left in right` is about to be asked; `operator.contains` takes them the other way round."""
    pair(left, right)
    return right, left


def combine(left: object, right: object) -> object:
    """`left OP= right` is about to happen: a container is changed in place."""
    if live():
        reads, _ = reach.deep([right])
        more, writes = reach.shallow(left, writes=True)
        take("write" if writes else "read", reads + more, writes)
    return right


# ---------------------------------------------------------------- names
class Scope:
    """Stands for the variables that one call of a function shares with its inner functions."""

    __slots__ = ()


def _variable(owner: object, name: str) -> Target:
    if isinstance(owner, str):
        return (owner, name)
    return (baton.name_of(owner), name)


def see(owner: object, name: str) -> None:
    """A shared variable is about to be read."""
    if live():
        baton.point("read", _variable(owner, name), False)


def bind(value: object, owner: object, name: str) -> object:
    """A shared variable is about to be bound to the value."""
    if live():
        baton.point("write", _variable(owner, name), True)
    return value


class BoundAs:
    """A decorator that announces that the name of its definition is about to be bound."""

    def __init__(self, owner: object, name: str) -> None:
        self.owner, self.name = owner, name

    def __call__(self, definition: object) -> object:
        """Announce, and answer the definition as it is."""
        return bind(definition, self.owner, self.name)
