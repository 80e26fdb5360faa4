"""Announce, then access: the student's own node stays, and its operand is wrapped.

`obj.attr` becomes `@read(obj, "attr").attr`, where `@read` announces the access and answers `obj`.
The names that begin with `@` are no identifiers, so they meet none of the student's; they live in the
`__builtins__` of instrumented modules (see `loader`). Statements outside functions stay as they are:
nothing switches while a module is imported.
"""

from __future__ import annotations

import ast
from types import CodeType

from labs.kit.schedule import attributes, world
from labs.kit.schedule.nodes import at, call, constant, is_inert, store
from labs.kit.schedule.rewrite_calls import Calls
from labs.kit.schedule.scopes import Scopes


def instrument(source: bytes | str, path: str, module: str) -> CodeType:
    """Compile a module so that it announces its accesses.

    Raises what `compile` raises for the source as it stands, with the student's own lines.
    """
    tree = ast.parse(source, path)
    compile(tree, path, "exec", dont_inherit=True)  # what only the compiler refuses: theirs, first
    world.STORED.update(
        node.attr
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and not isinstance(node.ctx, ast.Load)
    )
    attributes.forget_plans()
    tree = Rewriter(Scopes(tree), module).visit(tree)
    return compile(tree, path, "exec", dont_inherit=True)


class Rewriter(Calls, ast.NodeTransformer):
    """The whole rewriting; the kinds of access stand in one file each."""

    # ------------------------------------------------------------ attributes
    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        if _is_super(node.value) or not self.in_function:
            self.generic_visit(node)
            return node
        node.value = self.visit(node.value)
        name = constant(self.scope.mangled(node.attr), node)
        announcer = "@read" if isinstance(node.ctx, ast.Load) else "@write"
        node.value = call(announcer, [node.value, name], node)
        return node

    # ------------------------------------------------------------ subscripts
    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        self.generic_visit(node)
        if not self.in_function:
            return node
        announcer = "@item" if isinstance(node.ctx, ast.Load) else "@change"
        if is_inert(node.slice, self.scope):
            node.value = call(announcer, [node.value, _index(node.slice)], node)
        elif self.temporaries_allowed:
            index = _index(node.slice)
            kept, node.slice = self.keep(index)
            node.value = call(announcer, [node.value, kept], node)
        elif isinstance(node.ctx, ast.Load):
            both = call("@item_of", [node.value, _index(node.slice)], node)
            return call("@getitem", [at(node, ast.Starred(both, ast.Load()))], node)
        else:
            node.value = call(announcer, [node.value, constant(None, node)], node)
        return node

    # ------------------------------------------------------------ augmented assignment
    def visit_AugAssign(self, node: ast.AugAssign) -> ast.AST | list[ast.stmt]:
        target = node.target
        if not self.in_function:
            self.generic_visit(node)
            return node
        node.value = self.visit(node.value)
        if isinstance(target, ast.Name):
            return self.augmented_name(node, target)
        before: list[ast.stmt] = [self.assign("@target", self.visit(target.value), node)]
        owner = self.temporary("@target", node)
        if isinstance(target, ast.Attribute):
            name = constant(self.scope.mangled(target.attr), node)
            load: ast.expr = ast.Attribute(
                call("@read", [owner, name], target), target.attr, ast.Load()
            )
            save: ast.expr = ast.Attribute(
                call("@write", [owner, name], target), target.attr, ast.Store()
            )
        else:
            before.append(self.assign("@index", _index(self.visit(target.slice)), node))
            index = self.temporary("@index", node)
            load = ast.Subscript(call("@item", [owner, index], target), index, ast.Load())
            save = ast.Subscript(call("@change", [owner, index], target), index, ast.Store())
        return [
            *before,
            self.assign("@value", at(target, load), node),
            self.combine("@value", node),
            at(node, ast.Assign([at(target, save)], self.temporary("@value", node))),
            *self.forget(node, len(before) > 1),
        ]

    def augmented_name(self, node: ast.AugAssign, target: ast.Name) -> ast.AST | list[ast.stmt]:
        """`x += v`: a local needs no point of its own; a shared name has two."""
        if not self.is_shared(target.id):
            load = at(target, ast.Name(target.id, ast.Load()))
            node.value = call("@combine", [load, node.value], node)
            return node
        load = at(target, ast.Name(target.id, ast.Load()))
        save = at(target, ast.Name(target.id, ast.Store()))
        return [
            self.assign("@value", self.visit(load), node),
            self.combine("@value", node),
            at(node, ast.Assign([save], self.stored(target.id, self.temporary("@value", node)))),
            at(node, ast.Delete([store("@value", node, ast.Del())])),
        ]

    def combine(self, name: str, node: ast.AugAssign) -> ast.stmt:
        """`name OP= value`, which announces what the operator does to a container."""
        value = call("@combine", [self.temporary(name, node), node.value], node)
        return at(node, ast.AugAssign(store(name, node), node.op, value))

    def forget(self, node: ast.stmt, indexed: bool) -> list[ast.stmt]:
        """Leave no temporary behind: it would keep an object alive."""
        names = ["@target", "@value", *(["@index"] if indexed else [])]
        return [at(node, ast.Delete([store(name, node, ast.Del()) for name in names]))]


def _is_super(node: ast.expr) -> bool:
    return (
        isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "super"
    )


def _index(node: ast.expr) -> ast.expr:
    """The index as a value: a slice outside brackets is a call."""
    if isinstance(node, ast.Slice):
        nothing = constant(None, node)
        bounds = [node.lower or nothing, node.upper or nothing, node.step or nothing]
        return call("@slice", bounds, node)
    if isinstance(node, ast.Tuple):
        parts = [_index(part) for part in node.elts]
        return at(node, ast.Tuple(parts, ast.Load()))
    return node
