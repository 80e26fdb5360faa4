"""Which names of a module can be shared by two threads: rebound globals and closure cells.

Own analysis rather than `symtable`: its tables are matched to nodes by line alone and differ between
versions. A name that is bound once, before anything could see it unbound, is not worth a step.
"""

from __future__ import annotations

import ast
import builtins
from typing import NamedTuple

Function = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
Comprehension = ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp

DEFINED = "def, class or import"
PARAMETER = "parameter"
ASSIGNED = "assigned"


class Binding(NamedTuple):
    """One place that binds a name: how, when in the order of the page, and whether it repeats."""

    how: str
    clock: int
    in_loop: bool


class Scope:
    """One scope of the source: what it binds, what it declares, where it stands."""

    def __init__(self, node: ast.AST, parent: Scope | None, clock: int, class_name: str) -> None:
        self.node = node
        self.parent = parent
        self.clock = clock
        self.class_name = class_name
        self.bindings: dict[str, list[Binding]] = {}
        self.global_names: set[str] = set()
        self.nonlocal_names: set[str] = set()
        self.captured: dict[str, int] = {}  # name -> clock of the first inner scope that uses it
        self.rebound_inside: set[str] = set()  # by a nonlocal of an inner scope
        self.yields = False

    @property
    def is_class(self) -> bool:
        """Whether the names of this scope are invisible to the functions inside it."""
        return isinstance(self.node, ast.ClassDef)

    @property
    def module(self) -> Scope:
        """The outermost scope."""
        scope = self
        while scope.parent is not None:
            scope = scope.parent
        return scope

    def mangled(self, name: str) -> str:
        """The name as the compiler stores it: private names carry their class."""
        if not self.class_name or not name.startswith("__") or name.endswith("__") or "." in name:
            return name
        return f"_{self.class_name}{name}"

    def owner(self, name: str) -> Scope:
        """The scope whose variable `name` means here (the module for globals and builtins)."""
        if name in self.global_names:
            return self.module
        if name in self.bindings and name not in self.nonlocal_names:
            return self
        scope = self.parent
        while scope is not None and scope.parent is not None:
            if name in scope.global_names:
                return self.module
            if not scope.is_class and name in scope.bindings and name not in scope.nonlocal_names:
                return scope
            scope = scope.parent
        return self.module

    def shares(self, name: str) -> bool:
        """Whether this scope's own variable `name` is one that two threads may see change."""
        return self._shares_global(name) if self.parent is None else self._shares_cell(name)

    def _shares_global(self, name: str) -> bool:
        if name.startswith("__") and name.endswith("__"):
            return False
        if name not in self.bindings:
            return not hasattr(builtins, name) and "*" not in self.bindings
        return name in self.rebound_inside or any(
            binding.how is not DEFINED for binding in self.bindings[name]
        )

    def _shares_cell(self, name: str) -> bool:
        if self.is_class or name not in self.captured:
            return False
        first, *more = self.bindings[name]
        bound_before = first.how is PARAMETER or (
            first.clock < self.captured[name] and not first.in_loop
        )
        return bool(more) or name in self.rebound_inside or not bound_before

    @property
    def shared_cells(self) -> list[str]:
        """The variables of this function that inner functions share and something rebinds."""
        return [name for name in self.bindings if self.parent and self._shares_cell(name)]
