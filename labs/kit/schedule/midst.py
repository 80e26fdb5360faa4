"""Accesses in whose midst student code runs: `__eq__`, `__hash__`, `__repr__` of what a container holds.

A dict that compares keys, or a list that is printed, calls them between looking at its parts. They take
steps as everywhere; and when one returns, the access goes on, so that a step says what it looks at next
(`announce.again`). What that is, the lane keeps for as long as the access lasts.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

from labs.kit.schedule import baton, reach, world
from labs.kit.schedule.footprint import Footprint
from labs.kit.schedule.world import Kind

Look = Callable[[], Footprint]

_back: dict[type, bool] = {}


def involved(thing: object) -> bool:
    """Whether a key, or an element that is looked for, compares by student code."""
    return _calls_back(type(thing)) or inside(thing)


def inside(thing: object) -> bool:
    """Whether operators on the object call student code between looking at its parts."""
    kind = world.KINDS.get(type(thing)) or world.kind_of(type(thing))
    if kind not in _HOLD:
        return False
    seen: set[int] = set()
    todo = [thing]
    while todo:
        for part in reach.parts(todo.pop()):
            if _calls_back(type(part)):
                return True
            kind = world.KINDS.get(type(part)) or world.kind_of(type(part))
            if kind in _HOLD and id(part) not in seen:
                seen.add(id(part))
                todo.append(part)
    return False


_HOLD = (Kind.CONTAINER, Kind.FROZEN, Kind.RECORD)


def _calls_back(cls: type) -> bool:
    kind = world.KINDS.get(cls) or world.kind_of(cls)
    return kind in (Kind.INSTANCE, Kind.RECORD, Kind.FROZEN) and has_operators(cls)


def has_operators(cls: type) -> bool:
    """Whether an operator of the class is student code, which announces itself."""
    if cls not in _back:
        _back[cls] = world.calls_back(cls)
    return _back[cls]


def during(look: Look, function: Callable[..., Any], /, *arguments: Any, **named: Any) -> Any:
    """Make an access; `look` says what it goes on to touch whenever code that it called returns."""
    lane = baton.current_lane()
    if lane is None:
        return function(*arguments, **named)
    lane.midst.append(look)
    try:
        return function(*arguments, **named)
    finally:
        lane.midst.pop()


def _forward(function: Callable[..., Any]) -> Callable[..., Any]:
    def method(self: Midst, *arguments: Any) -> Any:
        return during(self.look, function, self.operand, *arguments)

    return method


def _backward(function: Callable[..., Any]) -> Callable[..., Any]:
    def method(self: Midst, other: Any) -> Any:
        return during(self.look, function, other, self.operand)

    return method


class Midst:
    """Stands in for an operand in one access. Operators find it on their right-hand side."""

    def __init__(self, operand: Any, look: Look) -> None:
        self.operand, self.look = operand, look

    __hash__ = None  # type: ignore[assignment]
    __getitem__ = _forward(operator.getitem)
    __setitem__ = _forward(operator.setitem)
    __delitem__ = _forward(operator.delitem)
    __contains__ = _forward(operator.contains)
    __bool__ = _forward(bool)
    __repr__ = _forward(repr)
    __str__ = _forward(str)
    __format__ = _forward(format)
    __eq__ = _backward(operator.eq)
    __ne__ = _backward(operator.ne)
    __lt__ = _backward(operator.gt)
    __le__ = _backward(operator.ge)
    __gt__ = _backward(operator.lt)
    __ge__ = _backward(operator.le)
    __mul__ = _forward(operator.mul)
    __radd__ = _backward(operator.add)
    __rsub__ = _backward(operator.sub)
    __rmul__ = _backward(operator.mul)
    __rand__ = _backward(operator.and_)
    __ror__ = _backward(operator.or_)
    __rxor__ = _backward(operator.xor)
    __rmod__ = _backward(operator.mod)
