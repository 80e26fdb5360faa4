"""What an access touches: the targets of one object, or of all that can be reached from it."""

from __future__ import annotations

import gc
import types
from collections.abc import Iterable

from labs.kit.schedule import baton, world
from labs.kit.schedule.steps import Target
from labs.kit.schedule.world import Kind

WHOLE = "[]"
FOREIGN = "*"
REACH_MAX = 10_000  # objects; a larger footprint is refused


def attribute(thing: object, name: str) -> Target | None:
    """The target of one attribute; None where there is nothing to see."""
    kind = world.kind_of(type(thing))
    if kind is Kind.REFUSED:
        world.refuse(thing)
    if kind is Kind.MODULE:
        module = getattr(thing, "__name__", "")
        return (module, name) if module in world.MODULES else None
    if kind is Kind.FOREIGN:
        return (baton.name_of(thing), FOREIGN)
    if kind is Kind.PLAIN and not isinstance(thing, types.FunctionType):
        return None
    return (baton.name_of(thing), name)


def shallow(thing: object, writes: bool) -> tuple[list[Target], list[Target]]:
    """What is read and what is written where the object itself is used, not what it refers to."""
    kind = world.kind_of(type(thing))
    if kind is Kind.REFUSED:
        world.refuse(thing)
    if kind is Kind.CONTAINER:
        target = (baton.name_of(thing), WHOLE)
        return ([], [target]) if writes else ([target], [])
    if kind is Kind.FOREIGN:
        return [], [(baton.name_of(thing), FOREIGN)]
    if kind in (Kind.VIEW, Kind.ITERATOR):
        return _sources(thing, kind)
    return [], []


def _sources(thing: object, kind: Kind) -> tuple[list[Target], list[Target]]:
    """A view or an iterator, and the containers that it goes over."""
    reads: list[Target] = []
    writes = [(baton.name_of(thing), WHOLE)] if kind is Kind.ITERATOR else []
    if isinstance(thing, types.GeneratorType):
        return reads, writes  # its body announces what it touches
    for source in gc.get_referents(thing):
        if isinstance(source, type):
            continue
        if isinstance(source, tuple):
            parts: Iterable[object] = source
        elif isinstance(source, types.BuiltinMethodType):
            parts = [source.__self__]
        else:
            parts = [source]
        for part in parts:
            if world.kind_of(type(part)) in (
                Kind.CONTAINER,
                Kind.VIEW,
                Kind.ITERATOR,
                Kind.FOREIGN,
            ):
                more, changed = shallow(part, writes=False)
                reads += more
                writes += changed
    return reads, writes


def deep(roots: Iterable[object]) -> tuple[list[Target], list[Target]]:
    """What is read, and advanced, where everything reachable from the objects may be looked at."""
    reads: list[Target] = []
    writes: list[Target] = []
    seen: set[int] = set()
    todo = list(roots)
    while todo:
        thing = todo.pop()
        cls = type(thing)
        kind = world.KINDS.get(cls) or world.kind_of(cls)
        if (kind is Kind.PLAIN and cls is not tuple and cls is not frozenset) or id(thing) in seen:
            continue
        seen.add(id(thing))
        if len(seen) > REACH_MAX:
            baton.unseen(f"more than {REACH_MAX} objects in one access at {world.place()}")
        todo += _parts(thing, kind)
        if kind is Kind.INSTANCE:
            reads += instance(thing)
        else:
            more, changed = shallow(thing, writes=False)
            reads += more
            writes += changed
    return reads, writes


def instance(thing: object) -> list[Target]:
    """Every attribute of an instance of instrumented code."""
    if isinstance(thing, type | BaseException):
        return []
    name = baton.name_of(thing)
    return [(name, attribute) for attribute in _stored(thing)]


def _stored(thing: object) -> dict[str, object]:
    found: dict[str, object] = dict(getattr(thing, "__dict__", ()))
    for cls in type(thing).__mro__:
        for name, slot in cls.__dict__.items():
            if isinstance(slot, types.MemberDescriptorType):
                try:
                    found[name] = slot.__get__(thing)
                except AttributeError:
                    found[name] = None
    return found


def _parts(thing: object, kind: Kind) -> list[object]:
    if isinstance(thing, dict):
        return [*dict.keys(thing), *dict.values(thing)]
    if kind is Kind.INSTANCE and not isinstance(thing, type | BaseException):
        return list(_stored(thing).values())
    if isinstance(thing, list | tuple | set | frozenset) or kind is Kind.CONTAINER:
        return list(thing.__iter__()) if not isinstance(thing, bytearray) else []  # type: ignore[attr-defined]
    return []
