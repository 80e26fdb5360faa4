"""`dataclasses` and `deepcopy` as instrumented modules get them: each look at a part is a step.

The library's own code looks at one field after the other. Taken for one step, it would find a record
whole that another thread changes meanwhile. The methods that `dataclass` generates are written out
and instrumented as if they stood in the class; they look at fields in the order of 3.12.
"""

from __future__ import annotations

import copy
import dataclasses
import sys
from collections import defaultdict
from collections.abc import Callable
from types import FrameType
from typing import Any

from labs.kit.schedule import announce, baton, instance_dicts, reach, world
from labs.kit.schedule.footprint import NOTHING, Footprint
from labs.kit.schedule.iterate import each
from labs.kit.schedule.rewrite import instrument
from labs.kit.schedule.world import Kind

GENERATED = "<dataclass>"
_ORDER = {"__eq__": "==", "__lt__": "<", "__le__": "<=", "__gt__": ">", "__ge__": ">="}
_shown: set[tuple[int, int]] = set()  # which thread is showing which record


# ---------------------------------------------------------------- generated methods
def dataclass(cls: Any = None, /, **options: Any) -> Any:
    """A `dataclasses.dataclass` whose generated methods announce what they look at."""

    def decorate(cls: Any) -> Any:
        written = {name for name in ("__repr__", *_ORDER) if name in vars(cls)}
        made = dataclasses.dataclass(cls, **options)
        if not options.get("frozen"):
            for name in ["__repr__", *_ORDER]:
                if name in vars(made) and name not in written:
                    setattr(made, name, _method(made, name))
        return made

    return decorate if cls is None else decorate(cls)


def _method(cls: Any, name: str) -> Any:
    shown, compared = (
        [field.name for field in dataclasses.fields(cls) if getattr(field, which)]
        for which in ("repr", "compare")
    )
    if name == "__repr__":
        fields = ", ".join(f"{field}={{self.{field}!r}}" for field in shown)
        text = f"""
def make(enter, leave):
    def __repr__(self):
        if not enter(self):
            return "..."
        try:
            return f"{{self.__class__.__qualname__}}({fields})"
        finally:
            leave(self)
    return __repr__
"""
    else:
        own, other = (
            "".join(f"{side}.{field}, " for field in compared) for side in ("self", "other")
        )
        text = f"""
def make(enter, leave):
    def {name}(self, other):
        if other.__class__ is self.__class__:
            return ({own}) {_ORDER[name]} ({other})
        return NotImplemented
    return {name}
"""
    space: dict[str, Any] = {"__builtins__": sys.modules[cls.__module__].__dict__["__builtins__"]}
    world.FILES.add(GENERATED)
    with baton.quiet():
        exec(instrument(text, GENERATED, cls.__module__), space)  # noqa: S102 - as dataclasses do
        method = space["make"](_enter, _leave)
    method.__module__, method.__qualname__ = cls.__module__, f"{cls.__qualname__}.{name}"
    return method


def _enter(record: object) -> bool:
    """Whether the thread is not showing the record already: it may hold itself."""
    showing = _showing(record)
    if showing in _shown:
        return False
    _shown.add(showing)
    return True


def _leave(record: object) -> None:
    _shown.discard(_showing(record))


def _showing(record: object) -> tuple[int, int]:
    lane = baton.current_lane()
    return (-1 if lane is None else lane.index, id(record))


# ---------------------------------------------------------------- functions of `dataclasses`
def replace(record: Any, /, **changes: Any) -> Any:
    """A `dataclasses.replace`."""
    if _is_record(record):
        for field in dataclasses.fields(record):
            if field.init and field.name not in changes:
                changes[field.name] = _read(record, field.name)
    return dataclasses.replace(record, **changes)


def asdict(record: Any, *, dict_factory: Callable[[Any], Any] = dict) -> Any:
    """A `dataclasses.asdict`."""
    if not _is_record(record):
        return dataclasses.asdict(record)  # it raises its TypeError
    return _taken_apart(record, dict_factory)


def astuple(record: Any, *, tuple_factory: Callable[[Any], Any] = tuple) -> Any:
    """A `dataclasses.astuple`."""
    if not _is_record(record):
        return dataclasses.astuple(record)  # it raises its TypeError
    return _taken_apart(record, lambda pairs: tuple_factory([value for _, value in pairs]))


def _taken_apart(value: Any, form: Callable[[Any], Any]) -> Any:
    if _is_record(value):
        fields = [field.name for field in dataclasses.fields(value)]
        return form([(name, _taken_apart(_read(value, name), form)) for name in fields])
    if isinstance(value, dict):
        pairs: Any = each(value.items())
        parts: Any = [(_taken_apart(k, form), _taken_apart(v, form)) for k, v in pairs]
        first: Any = [value.default_factory] if isinstance(value, defaultdict) else []
        made: Any = type(value)
        return made(*first, parts)
    if isinstance(value, list | tuple):
        elements: Any = each(value)
        parts = [_taken_apart(element, form) for element in elements]
        return type(value)(*parts) if hasattr(value, "_fields") else type(value)(parts)
    return deepcopy(value)


def _is_record(thing: object) -> bool:
    return dataclasses.is_dataclass(thing) and not isinstance(thing, type)


def _read(record: object, name: str) -> object:
    announce.read(record, name)
    return getattr(record, name)


# ---------------------------------------------------------------- `copy.deepcopy`
class _Memo(dict[int, Any]):
    """What a deep copy has copied; it is asked about each part that the copy comes to."""

    def get(self, key: int, default: Any = None) -> Any:
        """As ever; then the copy looks at this part, and at the next ones of those around it."""
        if announce.live() is not None:
            frame: FrameType | None = sys._getframe(1)  # noqa: SLF001 - only its frame knows the part
            announce.settle("copy", lambda: _around(frame))
        return dict.get(self, key, default)


def _around(frame: FrameType | None) -> Footprint:
    """The part that is copied and all that hold it, each of them half copied."""
    found = NOTHING
    while frame is not None:
        if frame.f_code is copy.deepcopy.__code__:
            thing = frame.f_locals["x"]
            if world.kind_of(type(thing)) in (Kind.INSTANCE, Kind.RECORD):
                instance_dicts.hand_out(thing)
                found |= reach.own_attributes(thing) | instance_dicts.names_of(thing)
            elif world.kind_of(type(thing)) not in (Kind.CLASS, Kind.MODULE, Kind.FUNCTION):
                found |= reach.contents(thing, writes=False)
        frame = frame.f_back
    return found


def deepcopy(thing: Any, memo: Any = None) -> Any:
    """A `copy.deepcopy`."""
    if isinstance(memo, _Memo):
        return copy.deepcopy(thing, memo)
    own = _Memo({} if memo is None else memo)
    copied = copy.deepcopy(thing, own)
    if memo is not None:
        memo.update(own)
    return copied


for function in (dataclass, replace, asdict, astuple, deepcopy):
    function.__module__ = "dataclasses"  # they are no primitives
deepcopy.__module__ = "copy"
