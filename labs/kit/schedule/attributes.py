"""Attributes: which objects an access to one concerns; the instance, its classes, a module."""

from __future__ import annotations

import enum
import inspect
import types
from collections.abc import Iterable

from labs.kit.schedule import baton, instance_dicts, known, reach, world
from labs.kit.schedule.footprint import NOTHING, WHOLE, Footprint
from labs.kit.schedule.world import Kind

_CODE = (
    types.FunctionType, property, classmethod, staticmethod, types.BuiltinFunctionType,
    types.MethodDescriptorType, types.WrapperDescriptorType, types.ClassMethodDescriptorType,
    types.GetSetDescriptorType,
)  # fmt: skip

Plan = tuple[type, ...] | None  # the classes that share in the attribute; None: it is code
_ALL: tuple[type, ...] = (object,)  # a getter that does not say what it looks at
_plans = known.PLANS


def forget_plans() -> None:
    """A class has changed, or more code is known: look again."""
    _plans.clear()


def plan(cls: type, name: str) -> Plan:
    """Where the attribute is looked up besides the instance; found once for each class."""
    planned = _plans.setdefault(cls, {})
    if name not in planned:
        planned[name] = _plan(cls, name)
    return planned[name]


def _plan(cls: type, name: str) -> Plan:
    shared: list[type] = []
    for base in cls.__mro__:
        if base.__module__ in world.MODULES:
            shared.append(base)
        if name not in base.__dict__:
            continue
        found = base.__dict__[name]
        if isinstance(found, types.MemberDescriptorType):
            return ()
        if isinstance(found, property) and not world.announces(found.fget):
            return _ALL
        if isinstance(found, types.DynamicClassAttribute):
            return None  # name and value of an enum's member
        if isinstance(found, _CODE) and name not in world.STORED | known.REPLACED:
            return None
        return tuple(shared)
    return tuple(shared)


def reading(thing: object, name: str) -> Footprint:
    """What reading the attribute touches."""
    cls = type(thing)
    kind = world.KINDS.get(cls) or world.kind_of(cls)
    if kind in _INSTANCES:
        return _of_instance(thing, cls, name)
    if kind is Kind.CLASS:
        return _of_class(thing, name)
    if kind is Kind.MODULE:
        return _of_module(thing, name)
    if kind is Kind.FUNCTION:
        return NOTHING if _is_special(name) else Footprint([(baton.name_of(thing), name)])
    if kind is Kind.REFUSED:
        world.refuse(thing)
    if kind in (Kind.FOREIGN, Kind.ITERATOR) and plan(cls, name) is not None:
        return Footprint([(baton.name_of(thing), WHOLE)])
    return NOTHING


_INSTANCES = (Kind.INSTANCE, Kind.RECORD, Kind.CONTAINER)


def _is_special(name: str) -> bool:
    return name.startswith("__") and name.endswith("__")


def _of_instance(thing: object, cls: type, name: str) -> Footprint:
    planned = _plans.get(cls)
    classes = planned[name] if planned is not None and name in planned else plan(cls, name)
    if name == "__dict__":
        instance_dicts.hand_out(thing)
        return reach.own_attributes(thing)  # whoever gets it may look at all of them
    if classes is _ALL:
        return reach.deep([thing], attributes=True)
    if classes is None or _is_special(name):
        return NOTHING
    own = (baton.name_of(thing), name)
    if not classes or _has(thing, name):
        return Footprint([own])
    return Footprint([own, *((baton.name_of(base), name) for base in classes)])


def _has(thing: object, name: str) -> bool:
    try:
        return name in object.__getattribute__(thing, "__dict__")
    except AttributeError:
        return False  # slots: what an instance has there, its class says


def _of_class(thing: object, name: str) -> Footprint:
    assert isinstance(thing, type)
    if name == "__dict__":
        instance_dicts.hand_out(thing)
    if thing.__module__ not in world.MODULES or _is_special(name):
        return NOTHING
    if issubclass(thing, enum.Enum) and name in thing.__members__:
        return NOTHING
    classes = plan(thing, name)
    return Footprint([(baton.name_of(cls), name) for cls in classes or ()])


def _of_module(thing: object, name: str) -> Footprint:
    assert isinstance(thing, types.ModuleType)
    if thing.__name__ not in world.MODULES or name not in vars(thing):
        return NOTHING
    if isinstance(vars(thing)[name], types.FunctionType | type | types.ModuleType):
        return NOTHING
    return Footprint([(thing.__name__, name)])


def writing(thing: object, name: str) -> Footprint:
    """What binding or deleting the attribute touches."""
    kind = world.kind_of(type(thing))
    if kind in (Kind.CLASS, Kind.MODULE, Kind.FUNCTION):
        world.BOUND_IN[id(thing)] = thing
    if kind is Kind.CLASS:
        forget_plans()
    if kind is Kind.MODULE:
        return _rebinding(thing, name)
    if kind is Kind.REFUSED:
        world.refuse(thing)
    if kind is Kind.PLAIN:
        return NOTHING
    if kind is Kind.FOREIGN or kind is Kind.ITERATOR:
        return Footprint([], [(baton.name_of(thing), WHOLE)])
    if name == "__dict__" or name == "__class__":
        world.unseen(f"an assignment to {name}")
    _learn(thing if isinstance(thing, type) else type(thing), name)
    named = baton.name_of(thing)
    return Footprint([], [(named, name)]) | instance_dicts.binding(named)


def _learn(cls: type, name: str) -> None:
    """Code gets a successor under a name that no assignment showed: from now on it is looked up by steps."""
    if plan(cls, name) is not None:
        return
    if isinstance(inspect.getattr_static(cls, name), property | types.GetSetDescriptorType):
        return
    known.replaced(name)


def through_dict(inside: object, keys: Iterable[object]) -> Footprint:
    """What binding the names touches if it is done through a `__dict__`; some may be new."""
    owner, found = instance_dicts.owner_of(inside), NOTHING
    if owner is not None:
        for key in keys:
            found |= writing(owner, key) if isinstance(key, str) else NOTHING
    return found


def _rebinding(thing: object, name: str) -> Footprint:
    """A module's global, from outside: code that calls its functions does not look at it again."""
    assert isinstance(thing, types.ModuleType)
    before = vars(thing).get(name)
    if thing.__name__ not in world.MODULES:
        world.unseen(f"an assignment to {thing.__name__}.{name}")
    if isinstance(before, types.FunctionType | type | types.ModuleType):
        world.unseen(f"an assignment to {thing.__name__}.{name}, which is bound once elsewhere")
    return Footprint([], [(thing.__name__, name)])
