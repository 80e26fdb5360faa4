"""Iteration step by step: every `next` on something that threads may share is a step of its own."""

from __future__ import annotations

import types
from collections.abc import Callable, Iterable, Iterator

from labs.kit.schedule import announce, reach, variables, world
from labs.kit.schedule.footprint import Footprint
from labs.kit.schedule.world import Kind


class Steps:
    """An iterator that announces each of its steps before it takes it."""

    __slots__ = ("iterator", "over")

    def __init__(self, iterator: Iterator[object], over: object) -> None:
        self.iterator = iterator
        self.over = over

    def __iter__(self) -> Steps:
        return self

    def __next__(self) -> object:
        advance(self.over)
        return next(self.iterator)


class Binding:
    """An iterator over elements that are each about to be bound to a shared variable."""

    __slots__ = ("iterator", "name", "owner")

    def __init__(self, iterator: Iterator[object], owner: object, name: str) -> None:
        self.iterator = iterator
        self.owner = owner
        self.name = name

    def __iter__(self) -> Binding:
        return self

    def __next__(self) -> object:
        return variables.bind(next(self.iterator), self.owner, self.name)


class Announced:
    """An iterator that announces what happens next to each of its elements."""

    __slots__ = ("announced", "iterator")

    def __init__(self, iterator: Iterator[object], announced: Callable[[object], object]) -> None:
        self.iterator = iterator
        self.announced = announced

    def __iter__(self) -> Announced:
        return self

    def __next__(self) -> object:
        return self.announced(next(self.iterator))


def unpacking(iterable: object, nested: bool) -> object:
    """As `each`, where the loop takes the elements apart, and perhaps the parts of these."""
    if announce.live() is None or not hasattr(type(iterable), "__iter__"):
        return iterable
    assert isinstance(iterable, Iterable)
    return Announced(iter(iterable), announce.parts if nested else announce.whole)


def feeding(iterable: object, look: Callable[[], Footprint]) -> object:
    """A container takes in the elements one by one: student code may run before each of them."""
    if not isinstance(iterable, Iterator):
        return iterable

    def taken(element: object) -> object:
        announce.settle("take in", look)
        return element

    return Announced(iter(each(iterable)), taken)  # type: ignore[call-overload]


def listed(iterable: object) -> object:
    """An iterator is about to be assigned to a slice, which goes over all of it before it writes."""
    if announce.live() is None or not isinstance(iterable, Iterator):
        return iterable
    return list(each(iterable))  # type: ignore[call-overload]


def advance(over: object) -> None:
    """The next element of the container, view or iterator is about to be taken."""
    if announce.live() is None:
        return
    footprint = reach.contents(over, writes=False)
    if footprint.reads or footprint.writes:
        announce.take("next", footprint)


def each(iterable: object) -> object:
    """A loop over the object is about to begin: from here on each step announces itself."""
    cls = type(iterable)
    if announce.live() is None:
        return iterable
    kind = world.KINDS.get(cls) or world.kind_of(cls)
    if kind is Kind.PLAIN or cls is tuple or cls is Steps:
        return iterable
    if not hasattr(cls, "__iter__"):
        return iterable  # the loop's own line raises the TypeError
    assert isinstance(iterable, Iterable)
    own = kind in (Kind.CONTAINER, Kind.VIEW) and "__iter__" not in _student_names(cls)
    if own:
        footprint = reach.beginning(iterable)
        if footprint.reads:
            announce.take("iter", footprint)
    iterator = iter(iterable)
    return Steps(iterator, iterable if own else iterator)


def _student_names(cls: type) -> set[str]:
    return {
        name for base in cls.__mro__ if base.__module__ in world.MODULES for name in base.__dict__
    }


def binding(iterable: object, owner: object, name: str) -> object:
    """As `each`, where the loop binds a shared variable."""
    if not hasattr(type(iterable), "__iter__"):
        return iterable
    assert isinstance(iterable, Iterable)
    return Binding(iter(iterable), owner, name)


def delegated(iterable: object) -> object:
    """`yield from` the object: generators take part in `send` and `throw`, so they stay as they are."""
    return iterable if isinstance(iterable, types.GeneratorType) else each(iterable)
