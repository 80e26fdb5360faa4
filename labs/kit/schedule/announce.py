"""What instrumented code calls just before an access: it names the object, and takes the step.

Every announcer answers the operand that it was handed, so that the student's own node does the access.
Outside a run they cost one comparison.
"""

from __future__ import annotations

import collections
from _thread import get_ident
from collections.abc import Callable
from typing import Any

from labs.kit.schedule import attributes, baton, instance_dicts, reach, world
from labs.kit.schedule.footprint import NOTHING, Footprint
from labs.kit.schedule.midst import Midst, involved
from labs.kit.schedule.run import Run
from labs.kit.schedule.world import Kind

KINDS = world.KINDS
SETTLES_WITHIN = 100


def live() -> Run | None:
    """The run whose steps the calling thread takes: the first thing every announcer asks."""
    run = baton._live  # noqa: SLF001 - announcements are hot: one attribute, not three calls
    if run is None:
        return None
    if run.ident != get_ident():
        run.strangers = True  # instrumented code in a thread that is none of the run's
        return None
    return None if run.current.quiet else run


def take(action: str, footprint: Footprint) -> None:
    """Take one step that may touch several objects at once.

    Several targets must be one step: with a step each, a write between two of them would look
    as if it came after an access that has not happened yet, and its other order would go unseen.
    """
    reads, writes = footprint
    if len(reads) + len(writes) == 1:
        baton.point(action, (reads or writes)[0], bool(writes))
        return
    if reads or writes:
        baton.points(
            action, tuple((dict.fromkeys(reads, False) | dict.fromkeys(writes, True)).items())
        )


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


def again(value: object) -> object:
    """Student code that an access has called in its midst returns, and the access goes on."""
    run = live()
    if run is not None and run.current.midst:
        settle("look", run.current.midst[-1])
    return value


# ---------------------------------------------------------------- attributes
def read(thing: object, attribute: str) -> object:
    """`thing.attribute` is about to be read."""
    if live() is None:
        return thing
    kind = KINDS.get(type(thing)) or world.kind_of(type(thing))
    if kind is Kind.PLAIN or kind is Kind.FROZEN:
        return thing
    reads = attributes.reading(thing, attribute).reads
    if len(reads) == 1:
        baton.point("read", reads[0], False)
    elif reads:
        take("read", Footprint(reads))
    return thing


def through_super(thing: Any, attribute: str) -> object:
    """`super().attribute` is about to be read, of the instance or class that it stands for."""
    if live() is not None:
        reads = attributes.reading(thing.__self__, attribute).reads
        if reads:
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
    if live() is None:
        return container
    kind = KINDS.get(type(container)) or world.kind_of(type(container))
    if kind in _TOLD_BY_THEMSELVES:
        return container
    if type(index) in _SIMPLE and type(container) in _SIMPLE:
        take("read", reach.contents(container, writes=False, key=index))
        return container
    settle("read", look := lambda: _item(container, index))
    if isinstance(container, collections.defaultdict) and _is_made(container, index):
        return Filled(container)
    return Midst(container, look) if involved(index) else container


_TOLD_BY_THEMSELVES = (Kind.PLAIN, Kind.INSTANCE, Kind.RECORD, Kind.FROZEN)
_SIMPLE = (list, dict, collections.deque, int, str)


def _item(container: object, index: object) -> Footprint:
    writes = _fills(container, index) and not _is_made(container, index)
    return reach.contents(container, writes=writes, key=index) | hashed(index)


def _fills(container: object, index: object) -> bool:
    """Whether reading the item makes it."""
    if not isinstance(container, collections.defaultdict):
        return False
    known: dict[object, object] = container
    with baton.quiet():
        return index not in known


def _is_made(container: object, index: object) -> bool:
    """Whether code that takes steps makes the item, after the look and before the store."""
    if not _fills(container, index):
        return False
    assert isinstance(container, collections.defaultdict)
    return container.default_factory not in _PLAIN_FACTORIES


_PLAIN_FACTORIES = (list, dict, set, int, float, str, tuple, bool, collections.deque, None)


class Filled:
    """Stands in for a `defaultdict` in the look at an item that it has to make."""

    def __init__(self, container: collections.defaultdict[Any, Any]) -> None:
        self.container = container

    def __getitem__(self, index: object) -> object:
        """Make the item and store it, as the real one does: whatever is there by then."""
        container = self.container
        if type(container).__missing__ is not collections.defaultdict.__missing__:
            return container[index]  # a method of its own, which announces itself
        assert container.default_factory is not None
        value = container.default_factory()
        change(container, index)
        with baton.quiet():
            container[index] = value
        return value


def hashed(index: object) -> Footprint:
    """What a key is made of, if it is hashed and compared by student code."""
    return reach.deep([index]) if involved(index) else NOTHING


def item_of(container: object, index: object) -> tuple[object, object]:
    """As `item`, and answers both."""
    return item(container, index), index


def change(container: object, index: object) -> object:
    """`container[index]` is about to be bound or deleted."""
    if live() is None:
        return container
    if type(index) in _SIMPLE:
        take("write", _changed(container, index))
        return container
    settle("write", look := lambda: _changed(container, index))
    return Midst(container, look) if involved(index) else container


def _changed(container: object, index: object) -> Footprint:
    footprint = reach.contents(container, writes=True, key=index)
    if isinstance(index, str) and instance_dicts.owner_of(container) is not None:
        return footprint | attributes.through_dict(container, [index])
    return footprint | hashed(index)


def whole(container: object) -> object:
    """All of the container is about to be read (`*it`, unpacking, truth)."""
    if live() is None:
        return container
    kind = KINDS.get(type(container)) or world.kind_of(type(container))
    if kind is not Kind.PLAIN and kind is not Kind.INSTANCE:
        footprint = reach.contents(container, writes=False)
        if footprint.reads or footprint.writes:
            take("read", footprint)
    return container


def parts(container: object) -> object:
    """As `whole`, where parts of it are taken apart too: `(a, b), c = it`."""
    if live() is not None:
        settle("read", lambda: reach.deep([container]))
    return container
