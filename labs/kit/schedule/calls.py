"""Calls: what a callable that cannot announce itself is about to do to the objects it is handed.

Instrumented functions announce inside themselves. Everything else is judged by what it is bound to and
handed: known readers read, known keepers touch nothing, and whatever is not known writes.
"""

from __future__ import annotations

import collections
import functools
import operator
import types
from collections.abc import Callable

from labs.kit.schedule import announce, attributes, instance_dicts, reach, world
from labs.kit.schedule.callbacks import handed_on
from labs.kit.schedule.footprint import NOTHING, Footprint
from labs.kit.schedule.readers import (
    BEGINS,
    KEEPS,
    PURE_MODULES,
    READING_METHODS,
    READING_MODULES,
    READS_ALL,
    READS_ATTRIBUTES,
    READS_ELEMENTS,
    READS_TOP,
    STORING_METHODS,
    VIEW_METHODS,
    works_in_parts,
)
from labs.kit.schedule.special import SPECIAL, getting, setting
from labs.kit.schedule.steps import IN_PARTS
from labs.kit.schedule.world import Kind

Callee = Callable[..., object]
_FUNCTIONS = (types.FunctionType, types.BuiltinFunctionType)
_BOUND = (types.BuiltinMethodType, types.MethodWrapperType)
_UNBOUND = (
    types.MethodDescriptorType,
    types.WrapperDescriptorType,
    types.ClassMethodDescriptorType,
)


def call(callee: Callee, /, *arguments: object) -> Callee:
    """`callee(arguments)` is about to happen on the student's own line."""
    if type(callee) is types.FunctionType and callee.__code__.co_filename in world.FILES:
        return callee
    return callee if announce.live() is None else announced(callee, arguments, {})


def ready(callee: Callee, /, *arguments: object, **named: object) -> Callee:
    """The call, bound to its arguments: it happens without a frame of its own."""
    if announce.live() is not None:
        callee = announced(callee, arguments, named)
    if not callable(callee):
        return callee
    return functools.partial(callee, *arguments, **named)


def announced(callee: Callee, arguments: tuple[object, ...], named: dict[str, object]) -> Callee:
    """Announce the call, and answer what is to be called: most often the callee itself."""
    function = callee.__func__ if type(callee) is types.MethodType else callee
    if type(function) is types.FunctionType and function.__code__.co_filename in world.FILES:
        return callee
    if not arguments and not named and world.announces(function):
        return callee  # `lock.acquire()`
    every = (*arguments, *named.values()) if named else arguments
    if named and instance_dicts.owner_of(getattr(callee, "__self__", None)) is not None:
        every = (*arguments, named)  # `vars(thing).update(name=value)`
    verb = getattr(callee, "__name__", type(callee).__name__)
    if type(function) is types.FunctionType and works_in_parts(function, every):
        verb += IN_PARTS
    announce.settle(verb, look := lambda: footprint(callee, every))
    return handed_on(callee, arguments, named, announced, look)


def footprint(callee: object, arguments: tuple[object, ...]) -> Footprint:
    """What the call touches besides what it announces itself."""
    if isinstance(callee, functools.partial):
        return footprint(callee.func, (*callee.args, *callee.keywords.values(), *arguments))
    if isinstance(callee, types.MethodType):
        return _bound_function(callee, arguments)
    if isinstance(callee, type):
        return _class(callee, arguments)
    if isinstance(callee, _BOUND) and not isinstance(callee.__self__, types.ModuleType | None):
        return _method(callee.__self__, callee.__name__, arguments)
    if isinstance(callee, _FUNCTIONS):
        if callee is operator.getitem:
            return _method(arguments[0], "__getitem__", arguments[1:])
        special = SPECIAL.get(callee)
        return special(*arguments) if special else _function(callee, arguments)
    if isinstance(callee, _UNBOUND):
        return _method(arguments[0], callee.__name__, arguments[1:]) if arguments else NOTHING
    return _object(callee, arguments)


def _bound_function(method: types.MethodType, arguments: tuple[object, ...]) -> Footprint:
    """A method written in Python that is not instrumented: of a foreign or a modelled class."""
    owner = method.__self__
    if world.announces(method.__func__):
        return NOTHING
    if world.kind_of(type(owner)) in (Kind.CONTAINER, Kind.FOREIGN, Kind.ITERATOR, Kind.REFUSED):
        return _method(owner, method.__name__, arguments)
    return _function(method.__func__, (owner, *arguments))


def _object(callee: object, arguments: tuple[object, ...]) -> Footprint:
    """An object that is called: by its own `__call__`, if that is a known one."""
    kind = world.kind_of(type(callee))
    if kind is Kind.REFUSED:
        world.refuse(callee)
    if isinstance(callee, operator.attrgetter | operator.itemgetter):
        return reach.deep(arguments, attributes=True)
    own = getattr(type(callee), "__call__", None)  # noqa: B004 - its code is what matters
    if own is None or world.announces(own):
        return NOTHING
    return reach.deep((callee, *arguments), attributes=True).writing()


def _class(cls: type, arguments: tuple[object, ...]) -> Footprint:
    kind = world.kind_of(cls)
    if kind is Kind.REFUSED:
        world.refuse(cls)
    if not arguments or issubclass(cls, BaseException | type) or cls in KEEPS:
        return NOTHING
    if cls.__module__.startswith(world.OWN_PACKAGE):
        return NOTHING
    if cls in BEGINS:
        return _begun(cls, arguments)
    if cls in READS_ELEMENTS:
        return _elements(arguments)
    if cls in READS_TOP or kind in (Kind.CONTAINER, Kind.ITERATOR):
        return _top(arguments)
    if cls.__module__ in world.MODULES:
        return NOTHING
    return _looking(arguments)


def _method(owner: object, name: str, arguments: tuple[object, ...]) -> Footprint:
    """A method of an object that does not announce itself."""
    kind = world.kind_of(type(owner))
    if kind is Kind.REFUSED:
        world.refuse(owner)
    if name in VIEW_METHODS:
        return NOTHING
    if name in ("__setattr__", "__delattr__"):
        return setting(owner, *arguments)
    if name == "__getattribute__":
        return getting(owner, *arguments)
    if kind in (Kind.PLAIN, Kind.INSTANCE, Kind.CLASS, Kind.MODULE, Kind.FUNCTION):
        # `", ".join(shared)`; a format may name attributes: `"{0.x}".format(shared)`
        return reach.deep(arguments, attributes=name in ("format", "format_map"))
    if kind in (Kind.FROZEN, Kind.RECORD):
        return reach.deep((owner, *arguments))
    writes = name not in READING_METHODS or _may_fill(owner, name)
    touched = reach.contents(owner, writes=writes)
    if writes and instance_dicts.owner_of(owner) is not None:
        for keys in arguments:
            touched |= attributes.through_dict(owner, keys if isinstance(keys, dict) else [keys])
    if name in STORING_METHODS:
        return touched
    if kind is Kind.FOREIGN:
        return touched | reach.deep(arguments, attributes=True).writing()
    return touched | reach.deep(arguments)


def _may_fill(owner: object, name: str) -> bool:
    return name == "__getitem__" and isinstance(owner, collections.defaultdict)


def _function(function: object, arguments: tuple[object, ...]) -> Footprint:
    """A function of a module that is not instrumented."""
    if world.announces(function) or function in KEEPS:
        return NOTHING
    if function in BEGINS:
        return _begun(function, arguments)
    home = getattr(function, "__globals__", {}).get("__name__") or getattr(
        function, "__module__", ""
    )
    root = str(home).partition(".")[0]
    if root in world.REFUSED_MODULES or function in world.REFUSED_FUNCTIONS:
        world.refuse(function)
    if function in READS_TOP:
        return _top(arguments)
    if function in READS_ELEMENTS:
        return _elements(arguments)
    if function in READS_ATTRIBUTES:
        return reach.deep(arguments, attributes=True)
    if function in READS_ALL or root in READING_MODULES:
        return _looking(arguments)
    touched = reach.deep(arguments, attributes=True).writing()
    if root not in PURE_MODULES:
        touched |= Footprint([], [(root, "its state")])
    return touched


def _looking(arguments: tuple[object, ...]) -> Footprint:
    getter = any(isinstance(one, operator.attrgetter) for one in arguments)
    return reach.deep(arguments, attributes=getter)


def _top(arguments: tuple[object, ...]) -> Footprint:
    found = NOTHING
    for argument in arguments:
        found |= reach.contents(argument, writes=False)
    return found


def _elements(arguments: tuple[object, ...]) -> Footprint:
    found = NOTHING
    for argument in arguments:
        if isinstance(argument, dict | set):
            found |= reach.contents(argument, writes=False)
        else:
            found |= reach.deep([argument])
    return found


def _begun(callee: object, arguments: tuple[object, ...]) -> Footprint:
    found = NOTHING
    for argument in arguments:
        found |= reach.beginning(argument, from_the_end=callee is reversed)
    return found
