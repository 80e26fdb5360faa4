"""Targets: every way to bind names, each announced just before it is bound, one after the other."""

from __future__ import annotations

import ast

from labs.kit.schedule.nodes import at, call, constant, flat, is_nested, name, store
from labs.kit.schedule.rewrite_names import Loop, Names


class Targets(Names, ast.NodeTransformer):
    """Assignments, loops, `with`, `except`, patterns, imports."""

    def visit_Assign(self, node: ast.Assign) -> ast.AST | list[ast.stmt]:
        node.value = self.visit(node.value)
        if self.in_function and any(isinstance(t, ast.Tuple | ast.List) for t in node.targets):
            nested = any(map(is_nested, node.targets))
            node.value = call("@parts" if nested else "@all", [node.value], node.value)
        if self.in_function and any(map(_is_slice, node.targets)):
            node.value = call("@listed", [node.value], node.value)
        shared = self._bound_by(node.targets)
        if shared and sum(len(flat(target)) for target in node.targets) > 1:
            done = [self._one_by_one(target) for target in node.targets]
            node.targets = [target for target, _ in done]
            return [node, *(statement for _, after in done for statement in after)]
        node.targets = [self.visit(target) for target in node.targets]
        for identifier in shared:
            node.value = self.stored(identifier, node.value)
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        node.target = self.visit(node.target)
        if node.value is None:
            return node
        node.value = self.visit(node.value)
        for identifier in self._bound_by([node.target]):
            node.value = self.stored(identifier, node.value)
        return node

    def visit_Delete(self, node: ast.Delete) -> ast.AST | list[ast.stmt]:
        shared = self._bound_by(node.targets)
        if shared and len(flat(ast.Tuple(node.targets))) > 1:
            parts = [at(node, ast.Delete([part])) for part in flat(ast.Tuple(node.targets))]
            return self.statements(list(parts))
        before = [self.touched(identifier, node) for identifier in shared]
        node.targets = [self.visit(target) for target in node.targets]
        return [*before, node] if before else node

    def loop_target(self, node: Loop) -> None:
        """A loop that binds a shared name announces it with each element."""
        bound = self._bound_by([node.target])
        node.target = self.visit(node.target)
        if not self.in_function or isinstance(node, ast.AsyncFor):
            return
        node.iter = call("@each", [node.iter], node.iter)
        if isinstance(node.target, ast.Tuple | ast.List):
            nested = constant(is_nested(node.target), node.iter)
            node.iter = call("@unpacking", [node.iter, nested], node.iter)
        for identifier in bound:
            variable = self.variable(identifier, node.iter)
            node.iter = call("@binding", [node.iter, *variable], node.iter)

    def visit_For(self, node: ast.For) -> ast.AST:
        node.iter = self.visit(node.iter)
        after: list[ast.stmt] = []
        if len(flat(node.target)) > 1 and self._bound_by([node.target]):
            node.target, after = self._one_by_one(node.target)
        self.loop_target(node)
        node.body = [*after, *self.statements(node.body)]
        node.orelse = self.statements(node.orelse)
        return node

    def visit_With(self, node: ast.With) -> ast.AST:
        """`with ... as x`: a shared name is bound by the first statement of the block."""
        first, *others = node.items
        if others and any(
            self._bound_by([item.optional_vars]) for item in node.items if item.optional_vars
        ):
            node.items, node.body = (
                [first],
                [at(others[0].context_expr, ast.With(others, node.body))],
            )
        after: list[ast.stmt] = []
        for item in node.items:
            item.context_expr = self.visit(item.context_expr)
            if self.in_function:
                item.context_expr = call("@entered", [item.context_expr], item.context_expr)
            if item.optional_vars:
                item.optional_vars, bound = self._deferred(item.optional_vars)
                after += bound
        node.body = [*after, *self.statements(node.body)]
        return node

    def _one_by_one(self, target: ast.expr) -> tuple[ast.expr, list[ast.stmt]]:
        """Let a target bind temporaries; answers it, and the statements that bind what it meant.

        Each part is announced just before it is bound: another thread may come between two of them.
        """
        if isinstance(target, ast.Starred):
            target.value, after = self._one_by_one(target.value)
            return target, after
        if isinstance(target, ast.Tuple | ast.List):
            parts = [self._one_by_one(part) for part in target.elts]
            target.elts = [part for part, _ in parts]
            return target, [statement for _, after in parts for statement in after]
        identifier = f"@bound {target.lineno}:{target.col_offset}"
        value: ast.expr = name(identifier, target)
        if isinstance(target, ast.Name) and self.is_shared(target.id):
            value = self.stored(target.id, value)
        bound = at(target, ast.Assign([self.visit(target)], value))
        forgotten = at(target, ast.Delete([store(identifier, target, ast.Del())]))
        return store(identifier, target), [bound, forgotten]

    def _deferred(self, target: ast.expr) -> tuple[ast.expr, list[ast.stmt]]:
        """The target, and what binds its parts afterwards if one is a shared name."""
        if self._bound_by([target]):
            return self._one_by_one(target)
        return self.visit(target), []

    # ------------------------------------------------------------ patterns
    def captured(self, pattern: ast.pattern) -> list[ast.expr]:
        """Let a pattern capture temporaries instead of shared names; answers what binds those."""
        binding: list[ast.expr] = []
        for part in ast.walk(pattern):
            field = "rest" if isinstance(part, ast.MatchMapping) else "name"
            shared = getattr(part, field, None)
            if isinstance(shared, str) and self.is_shared(shared):
                setattr(part, field, f"@bound {shared}")
                value = self.stored(shared, name(f"@bound {shared}", pattern))
                bound = at(pattern, ast.NamedExpr(store(shared, pattern), value))
                binding.append(at(pattern, ast.BoolOp(ast.Or(), [bound, constant(True, pattern)])))
        return binding

    def visit_ExceptHandler(self, node: ast.ExceptHandler) -> ast.AST:
        """`except ... as x`, where `x` is shared: bound by a statement, and unbound by another."""
        if node.type:
            node.type = self.visit(node.type)
        node.body = self.statements(node.body)
        if node.name and self.is_shared(node.name):
            shared, node.name = node.name, "@error"
            caught = self.stored(shared, name("@error", node.body[0]))
            bound = at(node.body[0], ast.Assign([store(shared, node.body[0])], caught))
            unbound = [
                self.touched(shared, node),
                at(node, ast.Assign([store(shared, node)], constant(None, node))),
                at(node, ast.Delete([store(shared, node, ast.Del())])),
            ]
            node.body = [bound, at(node.body[0], ast.Try(node.body, [], [], unbound))]
        return node

    def _import(self, node: ast.Import | ast.ImportFrom) -> ast.AST | list[ast.stmt]:
        bound = [alias.asname or alias.name.partition(".")[0] for alias in node.names]
        before = [self.touched(one, node) for one in bound if one != "*" and self.is_shared(one)]
        return [*before, node] if before else node

    visit_Import = visit_ImportFrom = _import  # noqa: N815 - ast's names


def _is_slice(target: ast.expr) -> bool:
    return isinstance(target, ast.Subscript) and isinstance(target.slice, ast.Slice)
