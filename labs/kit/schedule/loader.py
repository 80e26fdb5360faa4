"""The import hook: modules under its roots announce what they do, and get modelled primitives.

They share one copy of the builtins, in which `__import__` answers the modelled `threading`, `queue` and
`time`, and which holds the announcers. Nothing of the process is patched; `sys.modules` keeps the real
ones. No bytecode is written.
"""

from __future__ import annotations

import builtins
import copy
import dataclasses
import functools
import importlib.util
import sys
import sysconfig
from collections.abc import Iterable, Mapping, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType

from labs.kit.schedule import (
    announce,
    baton,
    caches,
    calls,
    generators,
    iterate,
    operands,
    records,
    state,
    variables,
    world,
)
from labs.kit.schedule.modelled import MODULES as MODELLED
from labs.kit.schedule.rewrite import instrument
from labs.kit.schedule.rewrite_calls import OPERATORS

_KIT = Path(__file__).resolve().parent
_INSTALLED = {sysconfig.get_path(kind) for kind in ("purelib", "platlib")}  # may lie under a root
_NEVER = (_KIT, _KIT.parent.parent / "runner", *map(Path, sorted(_INSTALLED)))
_roots: list[Path] = []


class InstrumentedLoader(SourceFileLoader):
    """Compiles a module so that it announces its accesses, and runs it among the modelled ones."""

    def get_code(self, fullname: str) -> CodeType:
        """The instrumented code; it is never written to a cache."""
        return instrument(self.get_data(self.path), self.path, fullname)

    def exec_module(self, module: ModuleType) -> None:
        """Run the module; nothing switches meanwhile."""
        world.FILES.add(self.path)
        world.MODULES.add(module.__name__)
        module.__dict__["__builtins__"] = BUILTINS
        with state.importing(module), baton.quiet():
            super().exec_module(module)


class InstrumentedFinder(MetaPathFinder):
    """Finds what lies under the roots; everything else is none of its business."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """The module's spec with the instrumented loader, or None."""
        spec = _plain_spec(fullname, path, target)
        if spec is None or not isinstance(spec.loader, SourceFileLoader) or spec.origin is None:
            return None
        if not _is_under_root(Path(spec.origin)):
            return None
        spec.loader = InstrumentedLoader(fullname, spec.origin)
        return spec


def _plain_spec(
    fullname: str, path: Sequence[str] | None, target: ModuleType | None
) -> ModuleSpec | None:
    for finder in sys.meta_path:
        if not isinstance(finder, InstrumentedFinder):
            spec = finder.find_spec(fullname, path, target)
            if spec is not None:
                return spec
    return None


def _is_under_root(origin: Path) -> bool:
    origin = origin.resolve()
    if any(origin.is_relative_to(folder) for folder in _NEVER):
        return False
    return any(origin.is_relative_to(root) for root in _roots)


def install(roots: Iterable[Path]) -> None:
    """From now on, instrument every module whose source lies under one of the roots.

    Raises RuntimeError if one of them is imported already: it would run unseen.
    """
    _roots.extend(Path(root).resolve() for root in roots)
    sys.dont_write_bytecode = True
    late = [name for name, module in sys.modules.items() if _is_late(name, module)]
    if late:
        raise RuntimeError(f"imported before the explorer could instrument them: {sorted(late)}")
    if not any(isinstance(finder, InstrumentedFinder) for finder in sys.meta_path):
        sys.meta_path.insert(0, InstrumentedFinder())


def _is_late(name: str, module: ModuleType) -> bool:
    origin = getattr(module, "__file__", None)
    if name in world.MODULES or not isinstance(origin, str) or Path(origin).name == "__init__.py":
        return False
    return _is_under_root(Path(origin))


def load(path: Path, name: str) -> ModuleType:
    """Import one file under one module name, instrumented.

    Raises what the import of the file raises; the name is not registered then.
    """
    origin = str(Path(path).resolve())
    spec = importlib.util.spec_from_file_location(
        name, origin, loader=InstrumentedLoader(name, origin)
    )
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    return module


def fresh() -> None:
    """Give every instrumented module the state that it had when it was imported."""
    state.fresh()


def instrumented_files() -> frozenset[str]:
    """The source files whose lines a report may name."""
    return frozenset(world.FILES)


# What instrumented code gets for `import`.
def _import(
    name: str,
    globals: Mapping[str, object] | None = None,  # noqa: A002 - the signature of __import__
    locals: Mapping[str, object] | None = None,  # noqa: A002 - as above
    fromlist: Sequence[str] | None = (),
    level: int = 0,
) -> ModuleType:
    if level == 0 and name in STAND_INS:
        return STAND_INS[name]
    with baton.quiet():
        module = builtins.__import__(name, globals, locals, fromlist or (), level)
    return STAND_INS.get(module.__name__, module)


def _import_module(name: str, package: str | None = None) -> ModuleType:
    if name in STAND_INS:
        return STAND_INS[name]
    with baton.quiet():
        return importlib.import_module(name, package)


def _with(real: ModuleType, **replaced: object) -> ModuleType:
    """The module with some of its names replaced, for instrumented code alone."""
    module = ModuleType(real.__name__, real.__doc__)
    module.__dict__.update(vars(real), **replaced)
    module.__dict__["__getattr__"] = lambda name: getattr(real, name)
    return module


STAND_INS: dict[str, ModuleType] = {
    **MODELLED,
    "functools": _with(
        functools,
        cached_property=caches.cached_property,
        lru_cache=caches.lru_cache,
        cache=caches.cache,
    ),
    "copy": _with(copy, deepcopy=records.deepcopy),
    "dataclasses": _with(
        dataclasses,
        dataclass=records.dataclass,
        replace=records.replace,
        asdict=records.asdict,
        astuple=records.astuple,
    ),
    "importlib": _with(importlib, import_module=_import_module, __import__=_import),
}


def _without_temporaries(variables: dict[str, object]) -> dict[str, object]:
    return {name: value for name, value in variables.items() if not name.startswith("@")}


BUILTINS: dict[str, object] = {
    **vars(builtins),
    "__import__": _import,
    "@read": announce.read,
    "@write": announce.write,
    "@through_super": announce.through_super,
    "@item": announce.item,
    "@item_of": announce.item_of,
    "@change": announce.change,
    "@all": announce.whole,
    "@truth": announce.whole,
    "@parts": announce.parts,
    "@unpacking": iterate.unpacking,
    "@operand": operands.operand,
    "@shown": operands.operand,
    "@chained": operands.chained,
    "@matched": operands.matched,
    "@matched_again": operands.matched_again,
    "@entered": operands.entered,
    "@within": operands.within,
    "@after": operands.after,
    "@pair": operands.pair,
    "@pair_in": operands.pair_in,
    "@combine": operands.combine,
    "@scope": variables.Scope,
    "@see": variables.see,
    "@bind": variables.bind,
    "@bound_as": variables.BoundAs,
    "@again": announce.again,
    "@slice": slice,
    "@locals": _without_temporaries,
    "@each": iterate.each,
    "@binding": iterate.binding,
    "@listed": iterate.listed,
    "@delegated": iterate.delegated,
    "@yielding": generators.yielding,
    "@call": calls.call,
    "@ready": calls.ready,
}


def _add_operators() -> None:
    import operator

    for name in [*OPERATORS.values(), "getitem"]:
        BUILTINS["@" + name] = getattr(operator, name)


_add_operators()
