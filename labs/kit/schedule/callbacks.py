"""What is handed on: callables that others will call, and iterators that others will advance.

A modelled thread that is given `shared.append` calls it behind the announcers' back; `list(map(f, xs))`
looks at `xs` again after every `f`. Such arguments are replaced by ones that announce themselves.
"""

from __future__ import annotations

import collections
import functools
import types
from collections.abc import Callable, Iterator
from typing import Any

from labs.kit.schedule import announce, reach, world
from labs.kit.schedule.iterate import each, feeding
from labs.kit.schedule.midst import Look, during, inside, involved
from labs.kit.schedule.world import Kind

Callee = Callable[..., Any]
Announced = Callable[[Callee, tuple[object, ...], dict[str, object]], Callee]
_BOUND = (types.BuiltinMethodType, types.MethodWrapperType)
_STEPWISE = (min, max, functools.reduce)  # they call back between two looks at their argument
_TAKING_IN = (list, dict, set, collections.deque, bytearray)
_TAKE_IN = (
    "extend", "extendleft", "update", "__iadd__", "__ior__", "intersection_update",
    "difference_update", "symmetric_difference_update",
)  # fmt: skip
_ORDERING_MODULES = ("bisect", "_bisect", "heapq", "_heapq")  # they ask a key between two looks
_COMPARING = ("index", "count", "remove", "sort")


def handed_on(
    callee: Callee,
    arguments: tuple[object, ...],
    named: dict[str, object],
    announced: Announced,
    look: Look,
) -> Callee:
    """What is to be called instead of the callee, where it must not get its arguments as they are.

    `look` says what the call touches.
    """
    every = (*arguments, *named.values())
    if _is_modelled(callee):
        if any(map(_cannot_announce, every)):
            return _converting(callee, lambda argument: _self_announcing(argument, announced))
        return callee
    owner = callee.__self__ if isinstance(callee, _BOUND) else None
    if isinstance(owner, list) and "key" in named and callable(named["key"]):
        return _sorting(callee, owner)
    takes_in = isinstance(owner, _TAKING_IN) and callee.__name__ in _TAKE_IN
    if takes_in and any(isinstance(one, Iterator) for one in every):
        return _converting(callee, lambda argument: feeding(argument, look))
    if any(map(_is_lazy, every)) or (
        callee in _STEPWISE and any(isinstance(one, types.FunctionType) for one in every)
    ):
        return _converting(callee, each)
    if isinstance(owner, list | dict | set | collections.deque):
        compares = isinstance(callee, types.BuiltinMethodType) and callee.__name__ in _COMPARING
        if any(map(involved, every)) or (compares and inside(owner)):
            return functools.partial(during, look, callee)
        return callee
    if getattr(callee, "__module__", "") in _ORDERING_MODULES:
        return functools.partial(during, look, _converting(callee, _looking_again))
    if callee is not len and any(map(inside, every)):
        return functools.partial(during, look, callee)
    return callee


def _looking_again(argument: object) -> object:
    """A function whose caller looks at its containers again whenever it returns."""
    if not isinstance(argument, types.FunctionType | types.MethodType):
        return argument
    return lambda *arguments: announce.again(argument(*arguments))


def _converting(callee: Callee, convert: Callable[[object], object]) -> Callee:
    def converted(*arguments: object, **named: object) -> object:
        return callee(*map(convert, arguments), **{k: convert(v) for k, v in named.items()})

    return converted


def _is_lazy(argument: object) -> bool:
    """An iterator of C code that calls student code at each step."""
    if world.kind_of(type(argument)) is not Kind.ITERATOR:
        return False
    return isinstance(argument, map | filter) or type(argument).__module__ == "itertools"


def _sorting(sort: Callee, owner: list[Any]) -> Callee:
    """`owner.sort(key=...)` hides the list while it asks for keys, and shows it again at the end."""

    def sorting(*, key: Callee, **named: object) -> object:
        def asked(element: object) -> object:
            answer = key(element)
            announce.take("sort", reach.contents(owner, writes=True))
            return answer

        return sort(key=asked, **named)

    return sorting


# ---------------------------------------------------------------- modelled primitives
def _is_modelled(callee: object) -> bool:
    owner = callee if isinstance(callee, type) else getattr(callee, "__func__", callee)
    bases = owner.__mro__ if isinstance(owner, type) else (owner,)
    return any(str(getattr(base, "__module__", "")).startswith(world.OWN_PACKAGE) for base in bases)


def _cannot_announce(argument: object) -> bool:
    if isinstance(argument, _BOUND):
        return not isinstance(argument.__self__, types.ModuleType)
    return isinstance(argument, functools.partial | type) and not _is_modelled(argument)


def _self_announcing(argument: object, announced: Announced) -> object:
    if not _cannot_announce(argument):
        return argument
    assert callable(argument)
    target = argument

    @functools.wraps(target, updated=())
    def announcing(*arguments: object, **named: object) -> object:
        return announced(target, arguments, named)(*arguments, **named)

    return announcing
