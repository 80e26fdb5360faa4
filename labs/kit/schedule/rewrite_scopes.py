"""Functions, classes, lambdas, comprehensions: the scope changes, and a call may need a token.

A token is one object a call: it stands for the variables that the call shares with its inner functions.
"""

from __future__ import annotations

import ast

from labs.kit.schedule.bindings import Scopes
from labs.kit.schedule.nodes import at, call, constant, store
from labs.kit.schedule.rewrite_names import Definition, token_of
from labs.kit.schedule.rewrite_targets import Targets
from labs.kit.schedule.scopes import Comprehension, Scope


class Definitions(Targets, ast.NodeTransformer):
    """Everything that opens a scope."""

    def _define(self, node: Definition) -> None:
        """A shared name bound by `def` or `class`: the outermost decorator announces it."""
        node.decorator_list = [self.visit(one) for one in node.decorator_list]
        if self.is_shared(node.name):
            node.decorator_list.insert(0, call("@bound_as", self.variable(node.name, node), node))

    def _function(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> ast.AST:
        self._define(node)
        self._defaults(node.args)
        outer, self.scope = self.scope, self.scopes.of[node]
        head, body = _docstring(node.body)
        node.body = [*head, *self._tokens(node), *self.statements(body)]
        if self.is_generator:
            last = node.body[-1]
            node.body.append(at(last, ast.Expr(call("@yielding", [constant(None, last)], last))))
        self.scope = outer
        return node

    visit_FunctionDef = visit_AsyncFunctionDef = _function  # noqa: N815 - ast's names

    def _defaults(self, arguments: ast.arguments) -> None:
        arguments.defaults = [self.visit(default) for default in arguments.defaults]
        arguments.kw_defaults = [
            default and self.visit(default) for default in arguments.kw_defaults
        ]

    def _tokens(self, node: ast.AST) -> list[ast.stmt]:
        """One object a call stands for its shared variables."""
        if not self._needs_token():
            return []
        place = node.body[0] if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) else node
        return [self.assign(token_of(self.scope), call("@scope", [], place), place)]

    def _needs_token(self) -> bool:
        return bool(self.scope.shared_cells) or _inner_cells(self.scopes, self.scope)

    def visit_Lambda(self, node: ast.Lambda) -> ast.AST:
        self._defaults(node.args)
        outer, self.scope = self.scope, self.scopes.of[node]
        before, self._in_iterable = self._in_iterable, False
        node.body = self.visit(node.body)
        if self._needs_token():
            token = at(
                node, ast.NamedExpr(store(token_of(self.scope), node), call("@scope", [], node))
            )
            node.body = at(node.body, ast.BoolOp(ast.And(), [token, node.body]))
        self.scope, self._in_iterable = outer, before
        return node

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        self._define(node)
        node.bases = [self.visit(base) for base in node.bases]
        node.keywords = [self.visit(keyword) for keyword in node.keywords]
        outer, self.scope = self.scope, self.scopes.of[node]
        head, body = _docstring(node.body)
        node.body = [*head, *self.statements(body)]
        self.scope = outer
        return node

    def _comprehension(self, node: Comprehension) -> ast.AST:
        outer, inner = self.scope, self.scopes.of[node]
        for number, generator in enumerate(node.generators):
            self.scope = inner if number else outer
            before, self._in_iterable = self._in_iterable, True
            generator.iter = self.visit(generator.iter)
            self._in_iterable = before
            self.scope = inner
            self.loop_target(generator)
            generator.ifs = [self.tested(self.visit(test)) for test in generator.ifs]
        for field in ("key", "value", "elt"):
            if hasattr(node, field):
                setattr(node, field, self.visit(getattr(node, field)))
        if isinstance(node, ast.GeneratorExp) and self.in_function:
            node.elt = call("@yielding", [node.elt], node.elt)
        self.scope = outer
        return node

    visit_ListComp = visit_SetComp = visit_DictComp = visit_GeneratorExp = _comprehension  # noqa: N815 - ast's names


def _inner_cells(scopes: Scopes, scope: Scope) -> bool:
    return any(
        token_of(inner) == token_of(scope) and inner.shared_cells
        for inner in scopes.of.values()
        if isinstance(inner.node, Comprehension)
    )


def _docstring(body: list[ast.stmt]) -> tuple[list[ast.stmt], list[ast.stmt]]:
    first = body[0]
    if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant):
        return body[:1], body[1:]
    return [], body
