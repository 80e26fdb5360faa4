"""The closed world: what kind of thing an object is, as far as two threads may share it.

Whatever is met is an instance of instrumented code, a built-in container, a modelled primitive, something
immutable, or foreign: then every use of it counts as a write. What cannot even be treated so (it waits,
or it hides what it shares) ends the run as INCOMPLETE, by name.
"""

from __future__ import annotations

import _thread
import array
import collections
import functools
import sys
import types
from enum import IntEnum, auto
from pathlib import Path

from labs.kit.schedule import baton


class Kind(IntEnum):
    """How accesses to the objects of a type are announced."""

    PLAIN = auto()  # immutable, or modelled and announcing itself
    CONTAINER = auto()  # one target: its contents
    INSTANCE = auto()  # one target an attribute
    MODULE = auto()
    ITERATOR = auto()  # advancing it is a write to it, and a read of what it goes over
    VIEW = auto()  # stands for the container it looks at
    FOREIGN = auto()  # one target for all of it; every use is a write
    REFUSED = auto()


FILES: set[str] = set()  # the source files of instrumented modules
MODULES: set[str] = set()  # their names
OWN_PACKAGE = "labs.kit.schedule"
OWN_FOLDER = str(Path(__file__).parent)
KINDS: dict[type, Kind] = {}


def words(text: str) -> frozenset[str]:
    """The words of a text, as a set."""
    return frozenset(text.split())


_CONTAINERS = (list, dict, set, bytearray, collections.deque)
_VIEWS: tuple[type, ...] = (
    type({}.keys()), type({}.values()), type({}.items()), types.MappingProxyType, memoryview,
)  # fmt: skip
_PLAIN = (
    int, float, complex, str, bytes, tuple, frozenset, type(None), type(...), type(NotImplemented),
    slice, range, types.FunctionType, types.BuiltinFunctionType, types.MethodType, types.CodeType,
    types.MethodWrapperType, types.WrapperDescriptorType,
    types.MethodDescriptorType, types.GenericAlias, types.UnionType,
    classmethod, staticmethod, property, types.GetSetDescriptorType, types.MemberDescriptorType,
    types.CellType, types.TracebackType, types.FrameType, object, super,
)  # fmt: skip
_PLAIN_MODULES = words(
    "builtins typing _typing abc _abc enum types datetime decimal _decimal fractions numbers re uuid"
    " pathlib zoneinfo ipaddress dataclasses operator _operator string _contextvars inspect"
    " importlib importlib.machinery _frozen_importlib _frozen_importlib_external traceback"
)
REFUSED_MODULES = words(
    "asyncio _asyncio multiprocessing concurrent subprocess socket _socket ssl selectors select"
    " sched socketserver http urllib signal _thread threading queue _queue ctypes mmap shelve dbm"
    " sqlite3 _multiprocessing"
)
_REFUSED = (array.array, type(functools.lru_cache(print)), _thread.LockType, type(_thread.RLock()))


def kind_of(cls: type) -> Kind:
    """The kind of a type; found once."""
    kind = KINDS.get(cls)
    if kind is None:
        kind = KINDS[cls] = _kind_of(cls)
    return kind


def _kind_of(cls: type) -> Kind:
    module = cls.__module__
    root = module.partition(".")[0] if isinstance(module, str) else ""
    if cls in _REFUSED or (root in REFUSED_MODULES and not issubclass(cls, BaseException)):
        return Kind.PLAIN if _is_harmless(cls) else Kind.REFUSED
    if issubclass(cls, type) or issubclass(cls, BaseException):
        return Kind.INSTANCE
    if issubclass(cls, types.ModuleType):
        return Kind.MODULE
    if issubclass(cls, _CONTAINERS):
        return Kind.CONTAINER
    if cls in _VIEWS:
        return Kind.VIEW
    if module.startswith(OWN_PACKAGE):
        return Kind.PLAIN
    if module in MODULES:
        return Kind.INSTANCE
    if cls in _PLAIN or (module in _PLAIN_MODULES and not hasattr(cls, "__next__")):
        return Kind.PLAIN
    if hasattr(cls, "__next__"):
        return Kind.ITERATOR
    return Kind.FOREIGN


def _is_harmless(cls: type) -> bool:
    """A subclass that instrumented code makes of a modelled class is not a real one."""
    return cls is threading_local_of_the_real_module()


def threading_local_of_the_real_module() -> type | None:
    """`threading.local` shares nothing between threads."""
    module = sys.modules.get("_thread")
    return getattr(module, "_local", None)


def is_instrumented(function: types.FunctionType) -> bool:
    """Whether a function announces its accesses itself."""
    return function.__code__.co_filename in FILES


def refuse(thing: object) -> None:
    """End the run: this object can be neither seen nor announced."""
    cls = thing if isinstance(thing, type) else type(thing)
    baton.unseen(f"{cls.__module__}.{cls.__qualname__} at {place()}")


def place() -> str:
    """The line of instrumented code at hand, as `file:line`."""
    frame: types.FrameType | None = sys._getframe(1)  # noqa: SLF001 - as inspect.currentframe, for less
    while frame is not None:
        path = frame.f_code.co_filename
        if path in FILES:
            return f"{path.replace(chr(92), '/').rpartition('/')[2]}:{frame.f_lineno}"
        frame = frame.f_back
    return "an unknown line"


def refuse_call(function: object) -> None:
    """End the run: nothing is known of what this function waits for."""
    module = getattr(function, "__module__", "")
    baton.unseen(f"{module}.{getattr(function, '__qualname__', function)} at {place()}")
