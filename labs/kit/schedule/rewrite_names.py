"""Names: where a global or a closure's variable is shared, reading and binding it are steps.

A name that is read is preceded by its announcement: `(@see(...) or x)`, where `@see` answers None. A
value that is bound passes through `@bind`, which announces after it is evaluated, just before the store.
"""

from __future__ import annotations

import ast

from labs.kit.schedule.bindings import Scopes
from labs.kit.schedule.nodes import at, call, constant, flat, is_nested, name, store
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
        return self.in_function and self.scope.owner(own).shares(own)

    # ------------------------------------------------------------ temporaries
    def assign(self, identifier: str, value: ast.expr, place: ast.AST) -> ast.stmt:
        """Bind a temporary by a statement."""
        return at(place, ast.Assign([store(identifier, place)], value))

    def keep(self, value: ast.expr) -> tuple[ast.expr, ast.expr]:
        """Bind a temporary inside an expression; answers it, and how to read it again."""
        identifier = f"@{value.lineno}:{value.col_offset}"
        return at(value, ast.NamedExpr(store(identifier, value), value)), name(identifier, value)

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

    def visit_NamedExpr(self, node: ast.NamedExpr) -> ast.AST:
        node.value = self.visit(node.value)
        if self.is_shared(node.target.id):
            node.value = self.stored(node.target.id, node.value)
        return node

    def visit_Assign(self, node: ast.Assign) -> ast.AST:
        node.value = self.visit(node.value)
        node.targets = [self.visit(target) for target in node.targets]
        if self.in_function and any(isinstance(t, ast.Tuple | ast.List) for t in node.targets):
            nested = any(map(is_nested, node.targets))
            node.value = call("@parts" if nested else "@all", [node.value], node.value)
        for identifier in self._bound_by(node.targets):
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

    def _bound_by(self, targets: list[ast.expr]) -> list[str]:
        names = [
            part.id
            for target in targets
            for part in flat(target)
            if isinstance(part, ast.Name) and self.is_shared(part.id)
        ]
        return names[::-1]

    def visit_Delete(self, node: ast.Delete) -> ast.AST | list[ast.stmt]:
        before = [self.touched(identifier, node) for identifier in self._bound_by(node.targets)]
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
        self.loop_target(node)
        node.body = self.statements(node.body)
        node.orelse = self.statements(node.orelse)
        return node

    def statements(self, body: list[ast.stmt]) -> list[ast.stmt]:
        """A block, rewritten."""
        done: list[ast.stmt] = []
        for statement in body:
            new = self.visit(statement)
            done.extend(new if isinstance(new, list) else [new])
        return done

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
                after += self._deferred(item.optional_vars)
                item.optional_vars = self.visit(item.optional_vars)
        node.body = [*after, *self.statements(node.body)]
        return node

    def _deferred(self, target: ast.expr) -> list[ast.stmt]:
        """Let a target bind temporaries instead of shared names; answers what binds those."""
        binding: list[ast.stmt] = []
        for part in flat(target):
            if isinstance(part, ast.Name) and self.is_shared(part.id):
                shared, part.id = part.id, f"@bound {part.id}"
                value = self.stored(shared, name(part.id, part))
                binding.append(at(part, ast.Assign([store(shared, part)], value)))
        return binding

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
