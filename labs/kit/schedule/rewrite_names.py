"""Names: where a global or a closure's variable is shared, reading and binding it are steps.

A name that is read is preceded by its announcement: `(@see(...) or x)`, where `@see` answers None. A
value that is bound passes through `@bind`, which announces after it is evaluated, just before the store.
"""

from __future__ import annotations

import ast

from labs.kit.schedule.bindings import Scopes
from labs.kit.schedule.nodes import at, call, constant, flat, name, store
from labs.kit.schedule.scopes import Comprehension, Function, Scope

Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
Loop = ast.For | ast.AsyncFor | ast.comprehension


class Names(ast.NodeTransformer):
    """The scope at hand, temporaries, and every way to bind a name."""

    def __init__(self, scopes: Scopes, module: str) -> None:
        self.scopes = scopes
        self.module = module
        self.scope: Scope = next(iter(scopes.of.values()))
        self._in_iterable = False

    # ------------------------------------------------------------ scopes
    @property
    def in_function(self) -> bool:
        """Whether the code at hand may run while threads do."""
        scope: Scope | None = self.scope
        while scope is not None:
            if isinstance(scope.node, Function):
                return True
            scope = scope.parent
        return False

    @property
    def temporaries_allowed(self) -> bool:
        """Whether `(name := value)` may stand here."""
        return isinstance(self.scope.node, Function) and not self._in_iterable

    @property
    def is_generator(self) -> bool:
        """Whether the code at hand is the body of a (synchronous) generator function."""
        return self.scope.yields and isinstance(self.scope.node, ast.FunctionDef)

    def is_shared(self, identifier: str) -> bool:
        """Whether the name means a variable that two threads may see change."""
        own = self.scope.mangled(identifier)
        return self.in_function and identifier[0] != "@" and self.scope.owner(own).shares(own)

    # ------------------------------------------------------------ temporaries
    def assign(self, identifier: str, value: ast.expr, place: ast.AST) -> ast.stmt:
        """Bind a temporary by a statement."""
        return at(place, ast.Assign([store(identifier, place)], value))

    def keep(self, value: ast.expr) -> tuple[ast.expr, ast.expr]:
        """Bind a temporary inside an expression; answers it, and how to read it again."""
        identifier = f"@{value.lineno}:{value.col_offset}"
        return at(value, ast.NamedExpr(store(identifier, value), value)), name(identifier, value)

    # ------------------------------------------------------------ blocks
    def statements(self, body: list[ast.stmt]) -> list[ast.stmt]:
        """A block, rewritten."""
        done: list[ast.stmt] = []
        for statement in body:
            new = self.visit(statement)
            done.extend(new if isinstance(new, list) else [new])
        return done

    # ------------------------------------------------------------ reading and binding
    def variable(self, identifier: str, place: ast.AST) -> list[ast.expr]:
        """What names the variable to an announcer: its owner, and its name there."""
        own = self.scope.mangled(identifier)
        owner = self.scope.owner(own)
        while isinstance(owner.node, Comprehension | ast.ClassDef) and owner.parent:
            owner = owner.parent
        if owner.parent is None:
            return [constant(self.module, place), constant(own, place)]
        return [name(token_of(owner), place), constant(own, place)]

    def stored(self, identifier: str, value: ast.expr) -> ast.expr:
        """The value, announced as about to be bound to a shared name."""
        return call("@bind", [value, *self.variable(identifier, value)], value)

    def touched(self, identifier: str, place: ast.AST) -> ast.stmt:
        """A statement that announces that the name is about to change."""
        nothing = constant(None, place)
        return at(
            place, ast.Expr(call("@bind", [nothing, *self.variable(identifier, place)], place))
        )

    def visit_Name(self, node: ast.Name) -> ast.AST:
        if not isinstance(node.ctx, ast.Load) or not self.is_shared(node.id):
            return node
        seen = call("@see", self.variable(node.id, node), node)
        return at(node, ast.BoolOp(ast.Or(), [seen, node]))

    def _bound_by(self, targets: list[ast.expr]) -> list[str]:
        names = [
            part.id
            for target in targets
            for part in flat(target)
            if isinstance(part, ast.Name) and self.is_shared(part.id)
        ]
        return names[::-1]

    def visit_NamedExpr(self, node: ast.NamedExpr) -> ast.AST:
        node.value = self.visit(node.value)
        if self.is_shared(node.target.id):
            node.value = self.stored(node.target.id, node.value)
        return node

    def tested(self, test: ast.expr) -> ast.expr:
        """An expression whose truth is asked for."""
        if isinstance(test, ast.BoolOp):
            test.values[-1] = self.tested(test.values[-1])
        told = isinstance(test, ast.BoolOp | ast.Compare | ast.Constant) or _is_not(test)
        return test if told or not self.in_function else call("@truth", [test], test)


def _is_not(test: ast.expr) -> bool:
    return isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not)


def token_of(scope: Scope) -> str:
    """The local variable that stands for the shared variables of one call."""
    while isinstance(scope.node, Comprehension | ast.ClassDef) and scope.parent:
        scope = scope.parent
    return f"@scope{scope.clock}"
