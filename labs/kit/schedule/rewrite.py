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
from labs.kit.schedule.bindings import Scopes
from labs.kit.schedule.nodes import at, call, constant, is_inert, name, store
from labs.kit.schedule.rewrite_calls import Calls


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
        through = "@through_super" if _is_super(node.value) else ""
        node.value = self.visit(node.value)
        if not self.in_function:
            return node
        key = constant(self.scope.mangled(node.attr), node)
        announcer = "@read" if isinstance(node.ctx, ast.Load) else "@write"
        node.value = call(through or announcer, [node.value, key], node)
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
        """`target OP= value` step by step: read, operate, write; the target is evaluated once."""
        node.value = self.visit(node.value)
        if not self.in_function:
            node.target = self.visit(node.target)
            return node
        if isinstance(node.target, ast.Name):
            return self._augmented_name(node, node.target)
        prepared, load, save = self._places(node.target, node)
        return [
            *prepared,
            self.assign("@value", load, node),
            _combined(node),
            at(node, ast.Assign([save], name("@value", node))),
            self._forgotten(node, prepared),
        ]

    def _places(
        self, target: ast.Attribute | ast.Subscript, node: ast.AugAssign
    ) -> tuple[list[ast.stmt], ast.expr, ast.expr]:
        """What evaluates the target's parts once; how to read it; how to write it."""
        owner = name("@target", node)
        prepared = [self.assign("@target", self.visit(target.value), node)]
        if isinstance(target, ast.Attribute):
            key = constant(self.scope.mangled(target.attr), node)
            load = ast.Attribute(call("@read", [owner, key], target), target.attr, ast.Load())
            save = ast.Attribute(call("@write", [owner, key], target), target.attr, ast.Store())
            return prepared, at(target, load), at(target, save)
        index = name("@index", node)
        prepared.append(self.assign("@index", _index(self.visit(target.slice)), node))
        item = ast.Subscript(call("@item", [owner, index], target), index, ast.Load())
        changed = ast.Subscript(call("@change", [owner, index], target), index, ast.Store())
        return prepared, at(target, item), at(target, changed)

    def _augmented_name(self, node: ast.AugAssign, target: ast.Name) -> ast.AST | list[ast.stmt]:
        """A local needs no point of its own; a shared name has two."""
        load = name(target.id, target)
        if not self.is_shared(target.id):
            node.value = call("@combine", [load, node.value], node)
            return node
        value = self.stored(target.id, name("@value", node))
        return [
            self.assign("@value", self.visit(load), node),
            _combined(node),
            at(node, ast.Assign([store(target.id, target)], value)),
            self._forgotten(node, []),
        ]

    def _forgotten(self, node: ast.stmt, prepared: list[ast.stmt]) -> ast.stmt:
        """Leave no temporary behind: it would keep an object alive."""
        names = ["@value", *("@target", "@index")[: len(prepared)]]
        return at(node, ast.Delete([store(one, node, ast.Del()) for one in names]))


def _combined(node: ast.AugAssign) -> ast.stmt:
    """`@value OP= value`, which announces what the operator does to a container."""
    value = call("@combine", [name("@value", node), node.value], node)
    return at(node, ast.AugAssign(store("@value", node), node.op, value))


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
