"""What an access touches: the targets of one object, or of all that can be reached from it."""

from __future__ import annotations

import collections
import functools
import gc
import itertools
import operator
import types
from collections.abc import Iterable
from typing import Any

from labs.kit.schedule import baton, generators, instance_dicts, world
from labs.kit.schedule.footprint import NOTHING, WHOLE, Footprint
from labs.kit.schedule.readers import READING_METHODS
from labs.kit.schedule.world import Kind

REACH_MAX = 10_000  # objects; a larger footprint is refused


def contents(thing: object, *, writes: bool, key: object = None) -> Footprint:
    """What is touched where the object itself is used, not what it refers to.

    `key` is the item that is meant, which matters for a `__dict__`: it is an attribute.
    """
    kind = world.KINDS.get(type(thing)) or world.kind_of(type(thing))
    if kind is Kind.CONTAINER:
        if isinstance(thing, dict) and (
            instance_dicts.owner_of(thing) is not None
            or (type(thing) is dict and "__builtins__" in thing)
        ):
            return instance_dicts.attributes_of(thing, writes, key)
        target = [(baton.name_of(thing), WHOLE)]
        return Footprint([], target) if writes else Footprint(target)
    if id(thing) in world.STUCK_STATE and kind in (Kind.ITERATOR, Kind.FOREIGN):
        world.unseen(f"{type(thing).__qualname__} of a module's state, which cannot be made fresh,")
    if kind in (Kind.VIEW, Kind.ITERATOR):
        return _sources(thing, kind, writes)
    if kind is Kind.FOREIGN:
        return _foreign(thing)
    if kind is Kind.REFUSED:
        world.refuse(thing)
    return NOTHING


def beginning(thing: object, *, from_the_end: bool = False) -> Footprint:
    """What is touched where a loop over the object begins: its size is noted then, but for a list's."""
    kind = world.KINDS.get(type(thing)) or world.kind_of(type(thing))
    if kind is Kind.VIEW or (
        kind is Kind.CONTAINER and (from_the_end or not isinstance(thing, list | bytearray))
    ):
        return contents(thing, writes=False)
    return NOTHING


def _foreign(thing: object) -> Footprint:
    """An object of unknown make: any use writes to it and to the containers that it keeps."""
    writes = [(baton.name_of(thing), WHOLE)]
    for part in gc.get_referents(thing):
        if isinstance(part, list | set | collections.deque):
            writes.append((baton.name_of(part), WHOLE))
        if isinstance(part, dict) and part is not getattr(thing, "__dict__", None):
            writes.append((baton.name_of(part), WHOLE))
    for part in getattr(thing, "__dict__", {}).values():
        if world.kind_of(type(part)) is Kind.CONTAINER:
            writes.append((baton.name_of(part), WHOLE))
            writes += [
                (baton.name_of(inner), WHOLE)
                for inner in gc.get_referents(part)
                if world.kind_of(type(inner)) is Kind.CONTAINER
            ]
    return Footprint([], writes)


def _sources(thing: object, kind: Kind, writes: bool) -> Footprint:
    """A view or an iterator, and the containers that it goes over."""
    if isinstance(thing, types.GeneratorType):
        return Footprint([], [generators.target(thing)])
    if isinstance(thing, memoryview):
        return contents(thing.obj, writes=writes)
    found = NOTHING
    if kind is Kind.ITERATOR:
        found = Footprint([], [(baton.name_of(thing), WHOLE)])
    for source in gc.get_referents(thing):
        for part in source if isinstance(source, tuple) else [source]:
            if isinstance(part, _BOUND):
                found |= bound(part)
            elif world.kind_of(type(part)) in _GONE_OVER:
                found |= contents(part, writes=False)
            if isinstance(part, _GETTERS):
                found |= deep(_elements(thing), attributes=True)
    if isinstance(thing, _LOOKING_INSIDE) and not _asks_student_code(thing):
        found |= deep(_elements(thing))
    return found


def _asks_student_code(iterator: object) -> bool:
    return any(
        isinstance(part, types.FunctionType | types.MethodType)
        for part in gc.get_referents(iterator)
    )


def _elements(iterator: object) -> list[object]:
    """The containers that an iterator goes over, through other iterators."""
    found: list[object] = []
    todo = [iterator]
    while todo:
        for part in gc.get_referents(todo.pop()):
            kind = world.kind_of(type(part))
            if kind is Kind.CONTAINER:
                found.append(part)
            elif isinstance(part, tuple) or kind in (Kind.ITERATOR, Kind.VIEW):
                todo.append(part)
    return found


_LOOKING_INSIDE = (
    map, filter, itertools.starmap, itertools.chain, itertools.groupby, itertools.accumulate,
    itertools.takewhile, itertools.dropwhile, itertools.filterfalse, itertools.compress,
)  # fmt: skip  # they look at what is in the elements too
_GETTERS = (operator.attrgetter, operator.itemgetter, operator.methodcaller)


_GONE_OVER = (Kind.CONTAINER, Kind.VIEW, Kind.ITERATOR, Kind.FOREIGN)
_BOUND = (types.BuiltinMethodType, types.MethodWrapperType)


def bound(method: object) -> Footprint:
    """What a built-in method that is handed on may do to the object it is bound to."""
    assert isinstance(method, _BOUND)
    if isinstance(method.__self__, types.ModuleType | type):
        return NOTHING
    return contents(method.__self__, writes=method.__name__ not in READING_METHODS)


def deep(roots: Iterable[object], *, attributes: bool = False) -> Footprint:
    """What is touched where everything reachable from the objects may be looked at.

    Instances whose operators are their own code announce themselves, unless `attributes` are read
    behind their back (as by `copy.deepcopy`).
    """
    found = NOTHING
    seen: set[int] = set()
    todo = list(roots)
    while todo:
        thing = todo.pop()
        kind = world.KINDS.get(type(thing)) or world.kind_of(type(thing))
        if isinstance(thing, _BOUND):
            found |= bound(thing)
        if kind in _SHALLOW or id(thing) in seen:
            continue
        seen.add(id(thing))
        if len(seen) > REACH_MAX:
            world.unseen(f"an access to more than {REACH_MAX} objects")
        if kind is Kind.RECORD or (kind is Kind.INSTANCE and attributes):
            found |= own_attributes(thing)
            todo += parts(thing)
        elif kind is not Kind.INSTANCE:
            found |= contents(thing, writes=False)
            todo += parts(thing)
    return found


_SHALLOW = (Kind.PLAIN, Kind.CLASS, Kind.MODULE, Kind.FUNCTION)


def parts(thing: object) -> list[object]:
    """What a container or a record holds."""
    if isinstance(thing, dict):
        return [*dict.keys(thing), *dict.values(thing)]
    for cls in _SEQUENCES:
        if isinstance(thing, cls):
            return list(cls.__iter__(thing))
    if isinstance(thing, functools.partial):
        return [thing.func, *thing.args, *thing.keywords.values()]
    if world.kind_of(type(thing)) in (Kind.FROZEN, Kind.RECORD, Kind.INSTANCE):
        return list(stored(thing).values())
    return []


_SEQUENCES: tuple[Any, ...] = (list, tuple, set, frozenset, collections.deque)


def own_attributes(thing: object) -> Footprint:
    """Reading every attribute that the instance has."""
    name = baton.name_of(thing)
    return Footprint([(name, attribute) for attribute in stored(thing)])


def stored(thing: object) -> dict[str, object]:
    """The attributes that an instance has of its own, slots included."""
    found: dict[str, object] = {}
    for cls in type(thing).__mro__:
        if isinstance(cls.__dict__.get("__dict__"), types.GetSetDescriptorType):
            found |= cls.__dict__["__dict__"].__get__(thing)
        for name, slot in cls.__dict__.items():
            if isinstance(slot, types.MemberDescriptorType):
                try:
                    found[name] = slot.__get__(thing)
                except AttributeError:
                    found[name] = None
    return found
