"""Finds the scopes of a module, and every place that binds or uses a name in one."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from labs.kit.schedule.scopes import (
    ASSIGNED,
    DEFINED,
    PARAMETER,
    Binding,
    Comprehension,
    Function,
    Scope,
)  # fmt: skip


class Scopes(ast.NodeVisitor):
    """The scopes of one module, by node."""

    def __init__(self, tree: ast.Module) -> None:
        self._clock = 0
        self._loops = 0
        self.of: dict[ast.AST, Scope] = {}
        self._scope = self.of[tree] = Scope(tree, None, 0, "")
        self._uses: list[tuple[Scope, str, int]] = []
        for statement in tree.body:
            self.visit(statement)
        self._resolve()

    def visit(self, node: ast.AST) -> None:
        """Every node is one tick: the order of the page is the order of the clock."""
        self._clock += 1
        super().visit(node)

    def _resolve(self) -> None:
        for scope, name, _ in self._uses:
            owner = scope.owner(name)
            if owner is scope or owner.parent is None:
                continue
            inner = scope
            while inner.parent is not owner and inner.parent is not None:
                inner = inner.parent
            owner.captured[name] = min(inner.clock, owner.captured.get(name, inner.clock))
        for scope in self.of.values():
            for name in scope.global_names | scope.nonlocal_names:
                if name in scope.bindings:
                    scope.owner(name).rebound_inside.add(name)

    def _bind(self, name: str, how: str = ASSIGNED) -> None:
        scope = self._scope
        name = scope.mangled(name)
        scope.bindings.setdefault(name, []).append(Binding(how, self._clock, self._loops > 0))
        self._uses.append((scope, name, self._clock))

    # ------------------------------------------------------------ scopes
    def _enter(self, node: ast.AST, class_name: str) -> tuple[Scope, int]:
        before = (self._scope, self._loops)
        self._scope = self.of[node] = Scope(node, self._scope, self._clock, class_name)
        self._loops = 0
        return before

    def _leave(self, before: tuple[Scope, int]) -> None:
        self._scope, self._loops = before

    def _function(self, node: Function) -> None:
        for outside in _evaluated_outside(node):
            self.visit(outside)
        before = self._enter(node, self._scope.class_name)
        for parameter in _parameters(node.args):
            self._bind(parameter, PARAMETER)
        self._type_parameters(node)
        for statement in [node.body] if isinstance(node, ast.Lambda) else node.body:
            self.visit(statement)
        self._leave(before)

    def _type_parameters(self, node: ast.AST) -> None:
        for parameter in getattr(node, "type_params", ()):
            self._bind(parameter.name, PARAMETER)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        self._bind(node.name, DEFINED)
        self._function(node)

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> None:
        self._bind(node.name, DEFINED)
        self._function(node)

    def visit_Lambda(self, node: ast.Lambda) -> None:
        self._function(node)

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        self._bind(node.name, DEFINED)
        for outside in [*node.decorator_list, *node.bases, *node.keywords]:
            self.visit(outside)
        before = self._enter(node, node.name.lstrip("_"))
        self._type_parameters(node)
        for statement in node.body:
            self.visit(statement)
        self._leave(before)

    def _comprehension(self, node: Comprehension) -> None:
        self.visit(node.generators[0].iter)
        before = self._enter(node, self._scope.class_name)
        self._loops = 1
        for number, generator in enumerate(node.generators):
            if number:
                self.visit(generator.iter)
            self.visit(generator.target)
            for condition in generator.ifs:
                self.visit(condition)
        for part in [node.key, node.value] if isinstance(node, ast.DictComp) else [node.elt]:
            self.visit(part)
        self._leave(before)

    visit_ListComp = visit_SetComp = visit_DictComp = visit_GeneratorExp = _comprehension  # noqa: N815 - ast's names

    # ------------------------------------------------------------ bindings
    def visit_Name(self, node: ast.Name) -> None:
        if isinstance(node.ctx, ast.Load):
            self._uses.append((self._scope, self._scope.mangled(node.id), self._clock))
        else:
            self._bind(node.id)

    def visit_NamedExpr(self, node: ast.NamedExpr) -> None:
        self.visit(node.value)
        comprehension = self._scope
        while isinstance(self._scope.node, Comprehension) and self._scope.parent:
            self._scope = self._scope.parent
        self.visit(node.target)
        if self._scope is not comprehension:
            self._scope, outer = comprehension, self._scope
            outer.bindings[outer.mangled(node.target.id)][-1] = Binding(ASSIGNED, self._clock, True)
            self._uses.append((comprehension, comprehension.mangled(node.target.id), self._clock))

    def _loop(self, node: ast.For | ast.AsyncFor | ast.While) -> None:
        self._loops += 1
        self.generic_visit(node)
        self._loops -= 1

    visit_For = visit_AsyncFor = visit_While = _loop  # noqa: N815 - ast's names

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        self.visit(node.value)
        self.visit(node.target)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value:
            self.visit(node.value)
        self.visit(node.target)

    def _import(self, node: ast.Import | ast.ImportFrom) -> None:
        for alias in node.names:
            self._bind(alias.asname or alias.name.partition(".")[0], DEFINED)

    visit_Import = visit_ImportFrom = _import  # noqa: N815 - ast's names

    def visit_Yield(self, node: ast.Yield) -> None:
        self._scope.yields = True
        self.generic_visit(node)

    def visit_YieldFrom(self, node: ast.YieldFrom) -> None:
        self._scope.yields = True
        self.generic_visit(node)

    def visit_ExceptHandler(self, node: ast.ExceptHandler) -> None:
        if node.name:
            self._bind(node.name)
            self._bind(node.name)  # it is unbound again when the handler ends
        self.generic_visit(node)

    def visit_Global(self, node: ast.Global) -> None:
        self._scope.global_names.update(map(self._scope.mangled, node.names))

    def visit_Nonlocal(self, node: ast.Nonlocal) -> None:
        self._scope.nonlocal_names.update(map(self._scope.mangled, node.names))

    def _capture(self, node: ast.MatchAs | ast.MatchStar) -> None:
        if node.name:
            self._bind(node.name)
        self.generic_visit(node)

    visit_MatchAs = visit_MatchStar = _capture  # noqa: N815 - ast's names

    def visit_MatchMapping(self, node: ast.MatchMapping) -> None:
        if node.rest:
            self._bind(node.rest)
        self.generic_visit(node)


def _parameters(arguments: ast.arguments) -> Iterator[str]:
    every = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
    for argument in [*every, arguments.vararg, arguments.kwarg]:
        if argument:
            yield argument.arg


def _evaluated_outside(node: Function) -> Iterator[ast.AST]:
    if not isinstance(node, ast.Lambda):
        yield from node.decorator_list
    yield from node.args.defaults
    yield from filter(None, node.args.kw_defaults)
