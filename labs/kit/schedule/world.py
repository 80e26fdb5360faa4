"""The closed world: what kind of thing an object is, as far as two threads may share it.

Whatever is met is an instance of instrumented code, a built-in container, a modelled primitive, something
immutable, or foreign: then every use of it counts as a write. What cannot even be treated so (it waits,
or it hides what it shares) ends the run as INCOMPLETE, by name.
"""

from __future__ import annotations

import _thread
import array
import collections
import enum
import functools
import os
import sys
import types
import weakref
from enum import IntEnum, auto
from pathlib import Path

from labs.kit.schedule import baton, threads


class Kind(IntEnum):
    """How accesses to the objects of a type are announced."""

    PLAIN = auto()  # immutable, or modelled and announcing itself
    FROZEN = auto()  # immutable, but what it holds may change
    CONTAINER = auto()  # one target: its contents
    INSTANCE = auto()  # one target an attribute; its methods announce themselves
    RECORD = auto()  # as an instance, with generated methods that look at all attributes
    CLASS = auto()
    MODULE = auto()
    FUNCTION = auto()
    ITERATOR = auto()  # advancing it is a write to it, and a read of what it goes over
    VIEW = auto()  # stands for the container it looks at
    FOREIGN = auto()  # one target for all of it; every use is a write
    REFUSED = auto()


def words(text: str) -> frozenset[str]:
    """The words of a text, as a set."""
    return frozenset(text.split())


FILES: set[str] = set()  # the source files of instrumented modules
MODULES: set[str] = set()  # their names
STORED: set[str] = set()  # the attributes that instrumented code binds by name
BOUND_IN: dict[
    int | str, object
] = {}  # modules, classes, functions that the run has bound a name in
STUCK_STATE: set[int] = set()  # objects of module state that cannot be made fresh
KINDS: dict[type, Kind] = {}
OWN_PACKAGE = "labs.kit.schedule"
OWN_FOLDER = str(Path(__file__).parent)

_CONTAINERS = (list, dict, set, bytearray, collections.deque)
_VIEWS: tuple[type, ...] = (
    type({}.keys()), type({}.values()), type({}.items()), types.MappingProxyType, memoryview,
)  # fmt: skip
_FROZEN = (tuple, frozenset, functools.partial, slice)
_SCALARS = (int, float, complex, str, bytes)
_PLAIN = (
    *_SCALARS, type(None), type(...), type(NotImplemented), range, object, super,
    types.BuiltinFunctionType, types.MethodType, types.CodeType, types.MethodWrapperType,
    types.WrapperDescriptorType, types.MethodDescriptorType, types.ClassMethodDescriptorType,
    types.GenericAlias, types.UnionType, classmethod, staticmethod, property,
    types.GetSetDescriptorType, types.MemberDescriptorType, types.CellType, types.TracebackType,
    types.FrameType, weakref.ReferenceType,
)  # fmt: skip
_PLAIN_MODULES = words(
    "builtins typing _typing abc _abc enum types datetime decimal _decimal fractions numbers re uuid"
    " pathlib zoneinfo ipaddress dataclasses operator _operator string _contextvars contextvars"
    " inspect importlib _frozen_importlib _frozen_importlib_external traceback logging"
)
REFUSED_MODULES = words(
    "asyncio _asyncio multiprocessing concurrent subprocess socket _socket ssl selectors select"
    " sched socketserver http urllib signal _thread threading queue _queue ctypes mmap shelve dbm"
    " sqlite3 _multiprocessing"
)
REFUSED_FUNCTIONS = frozenset(
    getattr(os, name)
    for name in words(
        "fork forkpty system popen posix_spawn posix_spawnp execv execve spawnv spawnve startfile"
        " kill killpg wait waitpid"
    )
    if hasattr(os, name)
)
_REFUSED = (
    array.array, type(functools.lru_cache(print)),
    _thread.LockType, type(_thread.RLock()), weakref.ProxyType, weakref.CallableProxyType,
)  # fmt: skip


def kind_of(cls: type) -> Kind:
    """The kind of a type; found once."""
    kind = KINDS.get(cls)
    if kind is None:
        kind = KINDS[cls] = _kind_of(cls)
    return kind


def _kind_of(cls: type) -> Kind:
    module = str(cls.__module__)
    if issubclass(cls, type):
        return Kind.CLASS
    if issubclass(cls, types.ModuleType):
        return Kind.MODULE
    if issubclass(cls, types.FunctionType):
        return Kind.FUNCTION
    if issubclass(cls, threads.local) or module.startswith(OWN_PACKAGE):
        return Kind.PLAIN
    if issubclass(cls, enum.Enum):  # a member may have attributes besides its name and value
        return Kind.INSTANCE if module in MODULES else Kind.PLAIN
    if issubclass(cls, _CONTAINERS):
        return Kind.CONTAINER
    if module in MODULES:
        return _instance(cls)
    return _foreign(cls, module.partition(".")[0])


def _instance(cls: type) -> Kind:
    """A class of instrumented code."""
    frozen = getattr(getattr(cls, "__dataclass_params__", None), "frozen", False)
    closed = cls.__dictoffset__ == 0 and not _has_slots(cls)
    if frozen or (closed and issubclass(cls, _FROZEN)):
        return Kind.FROZEN
    if closed and issubclass(cls, _SCALARS):
        return Kind.PLAIN
    return Kind.RECORD if _is_generated(cls) else Kind.INSTANCE


def _foreign(cls: type, root: str) -> Kind:
    """A class of a module that is not instrumented."""
    if issubclass(cls, BaseException):
        return Kind.INSTANCE
    if issubclass(cls, _REFUSED) or root in REFUSED_MODULES:
        return Kind.REFUSED
    if cls in _VIEWS:
        return Kind.VIEW
    if cls is types.SimpleNamespace:
        return Kind.FOREIGN
    if issubclass(cls, _FROZEN):
        return Kind.FROZEN
    if hasattr(cls, "__next__") or cls.__name__ == "_tee_dataobject":
        return Kind.ITERATOR
    return Kind.PLAIN if cls in _PLAIN or root in _PLAIN_MODULES else Kind.FOREIGN


def _has_slots(cls: type) -> bool:
    return any(
        isinstance(slot, types.MemberDescriptorType)
        for base in cls.__mro__
        for slot in base.__dict__.values()
    )


OPERATORS = words(
    "__eq__ __ne__ __lt__ __le__ __gt__ __ge__ __hash__ __repr__ __str__ __format__ __bool__ __len__"
    " __contains__ __iter__ __add__ __sub__ __or__ __and__"
)


def _is_generated(cls: type) -> bool:
    """Whether operators of the class look at its attributes without announcing it."""
    return any(
        isinstance(method, types.FunctionType) and not is_instrumented(method)
        for base in cls.__mro__
        for name, method in base.__dict__.items()
        if name in OPERATORS
    )


_parted: dict[type, bool] = {}


def works_in_parts(cls: type) -> bool:
    """Whether operators of the class are Python code of the library, which takes no steps."""
    if cls not in _parted:
        _parted[cls] = _is_generated(cls)
    return _parted[cls]


def calls_back(cls: type) -> bool:
    """Whether an operator of the class is a method of instrumented code."""
    return any(
        isinstance(method, types.FunctionType) and is_instrumented(method)
        for base in cls.__mro__
        for name, method in base.__dict__.items()
        if name in OPERATORS
    )


def is_instrumented(function: types.FunctionType) -> bool:
    """Whether a function announces its accesses itself."""
    return function.__code__.co_filename in FILES


def announces(function: object) -> bool:
    """Whether a function announces itself: instrumented, or a modelled primitive's."""
    if not isinstance(function, types.FunctionType):
        return False
    return is_instrumented(function) or function.__code__.co_filename.startswith(OWN_FOLDER)


def refuse(thing: object) -> None:
    """End the run: this object, or function, can be neither seen nor announced."""
    named = thing if isinstance(thing, type | types.FunctionType) else type(thing)
    if isinstance(thing, types.BuiltinFunctionType):
        named = thing  # type: ignore[assignment]
    unseen(f"{named.__module__}.{named.__qualname__}")


def unseen(what: str) -> None:
    """End the run, and say where it stands."""
    baton.unseen(f"{what} at {_place()}")


def _place() -> str:
    """The line of instrumented code at hand, as `file:line`."""
    frame: types.FrameType | None = sys._getframe(1)  # noqa: SLF001 - inspect.currentframe, for less
    while frame is not None:
        path = frame.f_code.co_filename
        if path in FILES and not path.startswith("<"):
            return f"{Path(path).name}:{frame.f_lineno}"
        frame = frame.f_back
    return "an unknown line"
