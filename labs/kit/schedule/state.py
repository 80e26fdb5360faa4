"""Fresh module state for every run: what a run has changed is put back in place.

Executing a module anew would make new classes beside those that other modules have imported from it;
then `isinstance`, `==` and pickle fail. So nothing is executed twice. Before the first run, what the
globals of instrumented modules reach is noted: containers, instances, class attributes, defaults,
closure cells. Before each further run the containers and instances get their contents back, and of
modules, classes and functions those that the run has bound a name in. Every object stays itself.
"""

from __future__ import annotations

import collections
import contextlib
import copy
import sys
import types
import warnings
from collections.abc import Callable, Iterator
from typing import Any

from labs.kit.schedule import baton, generators, instance_dicts, reach, world
from labs.kit.schedule.world import Kind

Restore = Callable[[], None]

_modules: list[types.ModuleType] = []
_contents: dict[int, tuple[object, Restore]] = {}  # put back before every run
_names: dict[int, tuple[object, dict[str, object]]] = {}  # put back if a run has bound one
_iterators: dict[int, tuple[object, list[tuple[object, str]]]] = {}  # and who holds them
_stale = True
_ran = False


@contextlib.contextmanager
def importing(module: types.ModuleType) -> Iterator[None]:
    """A module is executed meanwhile; what it adds to others at import belongs to their first state."""
    global _stale, _ran  # noqa: PLW0603 - the state of the whole process
    inside_a_run = baton.live() is not None
    if _ran and not inside_a_run:
        restore()
        _ran = False
    yield
    _modules.append(module)
    if inside_a_run:
        _note(module)
    else:
        _stale = True


def fresh() -> None:
    """Give every instrumented module its first state."""
    global _stale, _ran  # noqa: PLW0603 - the state of the whole process
    if _stale:
        _contents.clear()
        _names.clear()
        _iterators.clear()
        _modules[:] = [one for one in _modules if sys.modules.get(one.__name__) is one]
        for module in _modules:
            _note(module)
        _stale = False
    else:
        restore()
    _ran = True
    instance_dicts.forget()
    generators.forget()


def restore() -> None:
    """Put back what the latest run has changed."""
    for thing in world.BOUND_IN.values():
        if id(thing) in _names:
            _put_names_back(thing, _names[id(thing)][1])
    world.BOUND_IN.clear()
    for _, put_back in _contents.values():
        put_back()
    for first, holders in _iterators.values():
        again = _copied(first)
        for holder, name in holders:
            _bind(holder, name, again)
            _names[id(holder)][1][name] = again


def _bind(thing: Any, name: str, value: object) -> None:
    (type.__setattr__ if isinstance(thing, type) else setattr)(thing, name, value)


def _put_names_back(thing: Any, names: dict[str, object]) -> None:
    inside = vars(thing)
    for name in [name for name in inside if name not in names]:
        if not isinstance(inside[name], types.ModuleType):  # a package learns of its modules
            (type.__delattr__ if isinstance(thing, type) else delattr)(thing, name)
    for name, value in names.items():
        if inside.get(name, names) is not value:
            _bind(thing, name, value)


# ---------------------------------------------------------------- noting
def _note(module: types.ModuleType) -> None:
    """Note all that the module's globals reach, as it is now."""
    todo: list[object] = [module]
    while todo:
        thing = todo.pop()
        if id(thing) in _contents or id(thing) in _names:
            continue
        kind = Kind.CLASS if isinstance(thing, type) else world.kind_of(type(thing))
        if kind in (Kind.MODULE, Kind.CLASS, Kind.FUNCTION):
            if _is_ours(thing):
                _names[id(thing)] = (thing, dict(vars(thing)))
                _note_iterators(thing)
                todo += _inside(thing)
            continue
        put_back = _putting_back(thing, kind)
        if put_back is not None:
            _contents[id(thing)] = (thing, put_back)
            todo += reach.stored(thing).values() if _is_modelled(thing) else reach.parts(thing)
        elif kind is Kind.FROZEN:
            todo += reach.parts(thing)


def _note_iterators(holder: Any) -> None:
    """An iterator (`ids = itertools.count()`) cannot be set back: each run gets a copy of it."""
    for name, value in vars(holder).items():
        if world.kind_of(type(value)) is Kind.ITERATOR and (first := _copied(value)) is not None:
            _iterators.setdefault(id(value), (first, []))[1].append((holder, name))


def _copied(iterator: Any) -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # 3.14 forgets how to copy these
        try:
            return copy.copy(iterator)
        except TypeError:
            return None


def _is_ours(thing: object) -> bool:
    if isinstance(thing, types.ModuleType):
        return thing.__name__ in world.MODULES
    return getattr(thing, "__module__", None) in world.MODULES


def _inside(thing: object) -> list[object]:
    """What a module, a class or a function keeps."""
    if isinstance(thing, types.FunctionType):
        cells = [cell for cell in thing.__closure__ or () if _is_bound(cell)]
        named = (thing.__kwdefaults__ or {}).values()
        return [*(thing.__defaults__ or ()), *named, *vars(thing).values(), *cells]
    values: list[object] = []
    for name, value in vars(thing).items():
        if not (name.startswith("__") and name.endswith("__")):
            inner = getattr(value, "__func__", None) or getattr(value, "fget", None)
            values.append(inner or value)
    return values


def _is_bound(cell: types.CellType) -> bool:
    try:
        return cell.cell_contents is not cell
    except ValueError:
        return False


# ---------------------------------------------------------------- putting back
def _putting_back(thing: Any, kind: Kind) -> Restore | None:
    """How to give the object the contents that it has now; None if they cannot change."""
    if isinstance(thing, dict):
        base = collections.OrderedDict if isinstance(thing, collections.OrderedDict) else dict
        return _refill(thing, base.clear, base.update, dict(thing.items()))
    if isinstance(thing, set):
        return _refill(thing, set.clear, set.update, set(thing))
    if isinstance(thing, collections.deque):
        return _refill(thing, collections.deque.clear, collections.deque.extend, list(thing))
    if isinstance(thing, list | bytearray):
        return _refill(thing, type(thing).clear, type(thing).extend, thing[:])
    if isinstance(thing, types.CellType):
        return _putting_cell_back(thing)
    if kind in (Kind.INSTANCE, Kind.RECORD) or _is_modelled(thing):
        return _putting_attributes_back(thing)
    if id(thing) not in _iterators and kind in (Kind.FOREIGN, Kind.ITERATOR):
        return _putting_foreign_back(thing)
    return None


def _is_modelled(thing: object) -> bool:
    return type(thing).__module__.startswith(world.OWN_PACKAGE)


def _refill(
    thing: Any, clear: Callable[[Any], Any], fill: Callable[[Any, Any], Any], first: Any
) -> Restore:
    def put_back() -> None:
        clear(thing)
        fill(thing, first)

    return put_back


def _putting_cell_back(cell: types.CellType) -> Restore:
    first = cell.cell_contents

    def put_back() -> None:
        cell.cell_contents = first

    return put_back


def _putting_attributes_back(thing: Any) -> Restore:
    first = reach.stored(thing)

    def put_back() -> None:
        now = reach.stored(thing)
        for name in now.keys() - first.keys():
            object.__delattr__(thing, name)
        for name, value in first.items():
            if now.get(name, first) is not value:
                object.__setattr__(thing, name, value)

    return put_back


def _putting_foreign_back(thing: object) -> Restore:
    """An object of unknown make is changed back through its `__setstate__`, or refused when used."""
    if (
        isinstance(thing, types.GenericAlias | types.UnionType)
        or type(thing).__module__ == "typing"
    ):
        return _nothing  # a type hint, which answers for the class that it is made of
    state = copy.deepcopy(getattr(thing, "__dict__", None))
    if hasattr(thing, "getstate") and hasattr(thing, "setstate"):  # random.Random
        first = thing.getstate()
        return lambda: thing.setstate(first)
    if isinstance(state, dict) and state:

        def put_back() -> None:
            vars(thing).clear()
            vars(thing).update(copy.deepcopy(state))

        return put_back
    world.STUCK_STATE.add(id(thing))
    return _nothing


def _nothing() -> None:
    """What cannot be put back is refused by `reach` as soon as a run uses it."""
