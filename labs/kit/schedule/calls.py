"""Calls: what a callable that cannot announce itself is about to do to the objects it is handed.

Instrumented functions announce inside themselves. Everything else is judged by what it is bound to and
handed: known readers read, known keepers touch nothing, and whatever is not known writes.
"""

from __future__ import annotations

import functools
import types
from collections.abc import Callable

from labs.kit.schedule import announce, baton, reach, world
from labs.kit.schedule.readers import (
    KEEPS,
    PURE_MODULES,
    READING_METHODS,
    READS_ALL,
    READS_TOP,
    STORING_METHODS,
    VIEW_METHODS,
)  # fmt: skip
from labs.kit.schedule.steps import Target
from labs.kit.schedule.world import Kind

Footprint = tuple[list[Target], list[Target]]
NOTHING: Footprint = ([], [])
Callee = Callable[..., object]


def call(callee: Callee, /, *arguments: object) -> Callee:
    """`callee(arguments)` is about to happen on the student's own line."""
    if announce.live():
        return handing(callee, arguments, {})
    return callee


def ready(callee: Callee, /, *arguments: object, **named: object) -> Callee:
    """The call, bound to its arguments: it happens without a frame of its own."""
    if announce.live():
        callee = handing(callee, arguments, named)
    if not callable(callee):
        return callee
    return functools.partial(callee, *arguments, **named)


def handing(callee: Callee, arguments: tuple[object, ...], named: dict[str, object]) -> Callee:
    """Announce the call, and answer what is to be called."""
    if type(callee) is types.FunctionType and world.is_instrumented(callee):
        return callee
    every = (*arguments, *named.values()) if named else arguments
    reads, writes = footprint(callee, every)
    if reads or writes:
        announce.take("read" if not writes else _verb(callee), reads, writes)
    if _is_modelled(callee) and any(map(_cannot_announce, every)):
        return functools.partial(_handed, callee)
    return callee


def _verb(callee: Callee) -> str:
    return getattr(callee, "__name__", type(callee).__name__)


def footprint(callee: Callee, arguments: tuple[object, ...]) -> Footprint:
    """What the call reads and writes besides what it announces itself."""
    if isinstance(callee, functools.partial):
        return footprint(callee.func, (*callee.args, *callee.keywords.values(), *arguments))
    if isinstance(callee, types.MethodType):
        function = callee.__func__
        if _announces(function):
            return NOTHING
        return _foreign(function, (callee.__self__, *arguments))
    if isinstance(callee, type):
        return _class(callee, arguments)
    special = SPECIAL.get(callee) if isinstance(callee, types.BuiltinFunctionType) else None
    if special is not None:
        return special(*arguments)
    if isinstance(callee, _BOUND) and not isinstance(callee.__self__, types.ModuleType | None):
        return _method(callee.__self__, callee.__name__, arguments)
    if isinstance(callee, _UNBOUND):
        if callee is object.__setattr__ or callee is object.__delattr__:
            return _setting(*arguments)
        if arguments:
            return _method(arguments[0], callee.__name__, arguments[1:])
        return NOTHING
    if isinstance(callee, types.FunctionType | types.BuiltinFunctionType):
        return NOTHING if _announces(callee) else _foreign(callee, arguments)
    return _object(callee, arguments)


_BOUND = (types.BuiltinMethodType, types.MethodWrapperType)
_UNBOUND = (
    types.MethodDescriptorType, types.WrapperDescriptorType, types.ClassMethodDescriptorType,
)  # fmt: skip


def _announces(function: object) -> bool:
    """Whether a function announces its accesses itself: instrumented, or a modelled primitive's."""
    if not isinstance(function, types.FunctionType):
        return False
    path = function.__code__.co_filename
    return path in world.FILES or path.startswith(world.OWN_FOLDER)


def _object(callee: Callee, arguments: tuple[object, ...]) -> Footprint:
    """An object that is called: by its own `__call__`, if that is a known one."""
    kind = world.kind_of(type(callee))
    if kind is Kind.REFUSED:
        world.refuse(callee)
    own = getattr(type(callee), "__call__", None)  # noqa: B004 - its code is what matters
    if own is None or kind is Kind.PLAIN or _announces(own):
        return NOTHING
    return _writing((callee, *arguments))


def _class(cls: type, arguments: tuple[object, ...]) -> Footprint:
    kind = world.kind_of(cls)
    if kind is Kind.REFUSED:
        world.refuse(cls)
    if issubclass(cls, BaseException | type) or cls in KEEPS or not arguments:
        return NOTHING
    if cls.__module__.startswith(world.OWN_PACKAGE):
        return NOTHING
    if cls.__module__ in world.MODULES:
        return _top(arguments) if kind is Kind.CONTAINER else NOTHING
    if cls in READS_TOP or kind is Kind.CONTAINER or kind is Kind.ITERATOR:
        return _top(arguments)
    return reach.deep(arguments)


def _method(owner: object, name: str, arguments: tuple[object, ...]) -> Footprint:
    """A built-in method of the object."""
    kind = world.kind_of(type(owner))
    if kind is Kind.REFUSED:
        world.refuse(owner)
    if name in VIEW_METHODS:
        return NOTHING
    if name in ("__setattr__", "__delattr__"):
        return _setting(owner, *arguments)
    if kind in (Kind.PLAIN, Kind.INSTANCE):
        return reach.deep(arguments)  # `", ".join(shared)`, `text.format(shared)`
    reads, writes = reach.shallow(owner, writes=name not in READING_METHODS)
    if name not in STORING_METHODS:
        more, changed = reach.deep(arguments)
        return reads + more, writes + changed
    return reads, writes


def _foreign(function: object, arguments: tuple[object, ...]) -> Footprint:
    """A function of a module that is not instrumented."""
    module = str(getattr(function, "__module__", None) or "builtins")
    root = module.partition(".")[0]
    if root in world.REFUSED_MODULES:
        world.refuse_call(function)
    if function in KEEPS:
        return NOTHING
    if function in READS_TOP:
        return _top(arguments)
    if function in READS_ALL:
        return reach.deep(arguments)
    reads, writes = _writing(arguments)
    if root not in PURE_MODULES:
        writes = [*writes, (root, "its state")]
    return reads, writes


def _top(arguments: tuple[object, ...]) -> Footprint:
    reads: list[Target] = []
    writes: list[Target] = []
    for argument in arguments:
        more, changed = reach.shallow(argument, writes=False)
        reads += more
        writes += changed
    return reads, writes


def _writing(arguments: tuple[object, ...]) -> Footprint:
    reads, writes = reach.deep(arguments)
    return [], reads + writes


# ---------------------------------------------------------------- attributes by name
def _getting(thing: object, name: object = "", *_: object) -> Footprint:
    if isinstance(name, str):
        announce.read(thing, name)
    return NOTHING


def _setting(thing: object, name: object = "", *_: object) -> Footprint:
    target = reach.attribute(thing, name) if isinstance(name, str) else None
    return ([], [target]) if target else NOTHING


def _advancing(iterator: object, *_: object) -> Footprint:
    if isinstance(iterator, types.GeneratorType) and iterator.gi_frame is not None:
        return [], [(baton.name_of(iterator.gi_frame), "next")]
    return reach.shallow(iterator, writes=False)


def _unseen_code(*_: object) -> Footprint:
    baton.unseen(f"code in a string (eval, exec) at {world.place()}")


SPECIAL: dict[object, Callable[..., Footprint]] = {
    getattr: _getting, hasattr: _getting, setattr: _setting, delattr: _setting, next: _advancing,
    eval: _unseen_code, exec: _unseen_code,
}  # fmt: skip


# ---------------------------------------------------------------- handed to modelled primitives
def _is_modelled(callee: object) -> bool:
    owner = callee if isinstance(callee, type) else getattr(callee, "__func__", callee)
    return str(getattr(owner, "__module__", "")).startswith(world.OWN_PACKAGE)


def _cannot_announce(argument: object) -> bool:
    return isinstance(argument, (*_BOUND, functools.partial)) and not (
        isinstance(argument, _BOUND) and isinstance(argument.__self__, types.ModuleType)
    )


def _handed(callee: Callee, /, *arguments: object, **named: object) -> object:
    return callee(*map(_announcing, arguments), **{k: _announcing(v) for k, v in named.items()})


def _announcing(callee: object) -> object:
    """A built-in callable that a modelled primitive will call: it is to announce itself then."""
    if not _cannot_announce(callee):
        return callee
    assert callable(callee)
    target = callee

    def announced(*arguments: object, **named: object) -> object:
        return ready(target, *arguments, **named)()

    return announced
