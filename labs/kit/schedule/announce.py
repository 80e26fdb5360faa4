"""What instrumented code calls just before an access: it names the object, and takes the step.

Every announcer answers the operand that it was handed, so that the student's own node does the access.
Outside a run they cost one comparison.
"""

from __future__ import annotations

import collections
import sys
from _thread import get_ident
from collections.abc import Callable

from labs.kit.schedule import attributes, baton, reach, world
from labs.kit.schedule.quietly import Quietly, inside, involved
from labs.kit.schedule.reach import Footprint
from labs.kit.schedule.run import Run
from labs.kit.schedule.steps import Target
from labs.kit.schedule.world import Kind

KINDS = world.KINDS
SETTLES_WITHIN = 100


def live() -> Run | None:
    """The run whose steps the calling thread takes: the first thing every announcer asks."""
    run = baton._live  # noqa: SLF001 - announcements are hot: one attribute, not three calls
    if run is None or run.ident != get_ident() or run.current.quiet:
        return None
    return run


def take(action: str, footprint: Footprint) -> None:
    """Take one step that may touch several objects at once.

    Several targets must be one step: with a step each, a write between two of them would look
    as if it came after an access that has not happened yet, and its other order would go unseen.
    """
    reads, writes = footprint
    if len(reads) + len(writes) == 1:
        baton.point(action, (reads or writes)[0], bool(writes))
        return
    touched = dict.fromkeys(reads, False) | dict.fromkeys(writes, True)
    together = getattr(baton, "points", None)
    if together is not None and len(touched) > 1:
        together(action, tuple(touched.items()))
    else:
        for target, writing in touched.items():
            baton.point(action, target, writing)


def settle(action: str, look: Callable[[], Footprint]) -> None:
    """Take a step whose extent depends on what is there when it is taken.

    Another thread may have changed that while this one waited for its turn: then look, and wait, again.
    """
    footprint = look()
    for _ in range(SETTLES_WITHIN):
        if not (footprint.reads or footprint.writes):
            return
        take(action, footprint)
        before, footprint = footprint, look()
        if footprint == before:
            return
    world.unseen("an access whose extent never settles")


# ---------------------------------------------------------------- attributes
def read(thing: object, attribute: str) -> object:
    """`thing.attribute` is about to be read."""
    if baton._live is None:  # noqa: SLF001
        return thing
    kind = KINDS.get(type(thing)) or world.kind_of(type(thing))
    if kind is Kind.PLAIN or kind is Kind.FROZEN or live() is None:
        return thing
    reads = attributes.reading(thing, attribute).reads
    if len(reads) == 1:
        baton.point("read", reads[0], False)
    elif reads:
        take("read", Footprint(reads))
    return thing


def write(thing: object, attribute: str) -> object:
    """`thing.attribute` is about to be bound or deleted."""
    if live() is not None:
        footprint = attributes.writing(thing, attribute)
        if footprint.writes:
            take("write", footprint)
    return thing


# ---------------------------------------------------------------- containers
def item(container: object, index: object) -> object:
    """`container[index]` is about to be read."""
    if baton._live is None:  # noqa: SLF001
        return container
    kind = KINDS.get(type(container)) or world.kind_of(type(container))
    if kind in _TOLD_BY_THEMSELVES or live() is None:
        return container
    if type(index) in _SIMPLE and type(container) in _SIMPLE:
        take("read", reach.contents(container, writes=False, key=index))
        return container
    settle("read", lambda: _item(container, index))
    return Quietly(container) if involved(index) else container


_TOLD_BY_THEMSELVES = (Kind.PLAIN, Kind.INSTANCE, Kind.RECORD, Kind.FROZEN)
_SIMPLE = (list, dict, collections.deque, int, str)


def _item(container: object, index: object) -> Footprint:
    return reach.contents(container, writes=_fills(container, index), key=index) | hashed(index)


def _fills(container: object, index: object) -> bool:
    """Whether reading the item makes it."""
    if not isinstance(container, collections.defaultdict):
        return False
    known: dict[object, object] = container
    with baton.quiet():
        return index not in known


def hashed(index: object) -> Footprint:
    """A key that hashes and compares by its own methods: what they may look at."""
    return reach.deep([index], attributes=True) if involved(index) else reach.NOTHING


def item_of(container: object, index: object) -> tuple[object, object]:
    """As `item`, and answers both."""
    return item(container, index), index


def change(container: object, index: object) -> object:
    """`container[index]` is about to be bound or deleted."""
    if live() is None:
        return container
    footprint = reach.contents(container, writes=True, key=index) | hashed(index)
    if footprint.reads or footprint.writes:
        take("write", footprint)
    return Quietly(container) if involved(index) else container


def whole(container: object) -> object:
    """All of the container is about to be read (`*it`, unpacking, truth)."""
    if baton._live is None:  # noqa: SLF001
        return container
    kind = KINDS.get(type(container)) or world.kind_of(type(container))
    if kind is not Kind.PLAIN and kind is not Kind.INSTANCE and live() is not None:
        footprint = reach.contents(container, writes=False)
        if footprint.reads or footprint.writes:
            take("read", footprint)
    return container


# ---------------------------------------------------------------- operators
def operand(thing: object) -> object:
    """An operator is about to look at the object, and at nothing else that may change."""
    if baton._live is None:  # noqa: SLF001
        return thing
    kind = KINDS.get(type(thing)) or world.kind_of(type(thing))
    if kind is Kind.PLAIN or live() is None:
        return thing
    back = inside(thing)
    settle("read", lambda: reach.deep([thing], attributes=back))
    return Quietly(thing) if back else thing


def after(left: object, right: object) -> object:
    """An operator is about to look at both; answers the right one: the left one is there already."""
    if baton._live is None:  # noqa: SLF001
        return right
    one = KINDS.get(type(left)) or world.kind_of(type(left))
    other = KINDS.get(type(right)) or world.kind_of(type(right))
    if (one is Kind.PLAIN and other is Kind.PLAIN) or live() is None:
        return right
    back = one is not Kind.INSTANCE and (inside(left) or inside(right))
    settle("read", lambda: reach.deep([left, right], attributes=back))
    return Quietly(right) if back else right


def within(left: object, right: object) -> object:
    """`left in right` is about to be asked; answers the container."""
    if baton._live is None:  # noqa: SLF001
        return right
    kind = KINDS.get(type(right)) or world.kind_of(type(right))
    if kind is Kind.PLAIN or kind is Kind.INSTANCE or live() is None:
        return right
    back = involved(left) or inside(right)
    settle("read", lambda: reach.deep([left, right], attributes=back))
    return Quietly(right) if back else right


def pair(left: object, right: object) -> tuple[object, object]:
    """As `after`, and answers both."""
    return left, after(left, right)


def pair_in(left: object, right: object) -> tuple[object, object]:
    """As `within`, for `operator.contains`, which takes them the other way round."""
    return within(left, right), left


def combine(left: object, right: object) -> object:
    """`left OP= right` is about to happen: a container is changed in place."""
    if baton._live is None:  # noqa: SLF001
        return right
    one = KINDS.get(type(left)) or world.kind_of(type(left))
    other = KINDS.get(type(right)) or world.kind_of(type(right))
    if (one is Kind.PLAIN and other is Kind.PLAIN) or live() is None:
        return right
    footprint = reach.contents(left, writes=True) | reach.deep([right])
    if footprint.reads or footprint.writes:
        take("write", footprint)
    return right


def matched(thing: object) -> object:
    """The object is about to be matched against a pattern, which may read its attributes."""
    if live() is not None:
        settle("read", lambda: reach.deep([thing], attributes=True))
    return thing


def matched_again(thing: object) -> bool:
    """As `matched`, where a guard has failed and the next pattern looks once more."""
    matched(thing)
    return False


def entered(thing: object) -> object:
    """A `with` block is about to be entered: a real lock would block unseen."""
    if baton._live is None:  # noqa: SLF001
        return thing
    kind = KINDS.get(type(thing)) or world.kind_of(type(thing))
    if kind is Kind.REFUSED and live() is not None:
        world.refuse(thing)
    return thing


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
