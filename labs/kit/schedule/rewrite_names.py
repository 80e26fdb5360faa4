"""Names: where a global or a closure's variable is shared, reading and binding it are steps.

A name that is read is preceded by its announcement: `(@see(...) or x)`, where `@see` answers None. A
value that is bound passes through `@bind`, which announces after it is evaluated, just before the store.
"""

from __future__ import annotations

import ast

from labs.kit.schedule.nodes import at, call, constant, name, store
from labs.kit.schedule.scopes import Comprehension, Function, Scope, Scopes

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
    def temporary(self, identifier: str, place: ast.AST) -> ast.expr:
        """Read a temporary."""
        return name(identifier, place)

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
            node.value = call("@all", [node.value], node.value)
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
            for part in _flat(target)
            if isinstance(part, ast.Name) and self.is_shared(part.id)
        ]
        return names[::-1]

    def visit_Delete(self, node: ast.Delete) -> ast.AST | list[ast.stmt]:
        before = [self.touched(identifier, node) for identifier in self._bound_by(node.targets)]
        node.targets = [self.visit(target) for target in node.targets]
        return [*before, node] if before else node

    def _loop(self, node: Loop) -> None:
        """A loop that binds a shared name announces it with each element."""
        bound = self._bound_by([node.target])
        node.target = self.visit(node.target)
        if not self.in_function or isinstance(node, ast.AsyncFor):
            return
        node.iter = call("@each", [node.iter], node.iter)
        for identifier in bound:
            variable = self.variable(identifier, node.iter)
            node.iter = call("@binding", [node.iter, *variable], node.iter)

    def visit_For(self, node: ast.For) -> ast.AST:
        node.iter = self.visit(node.iter)
        self._loop(node)
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
        after: list[ast.stmt] = []
        for item in node.items:
            bound = self._bound_by([item.optional_vars]) if item.optional_vars else []
            self.generic_visit(item)
            if self.in_function:
                item.context_expr = call("@entered", [item.context_expr], item.context_expr)
            after += [self.touched(identifier, item.context_expr) for identifier in bound]
        node.body = [*after, *self.statements(node.body)]
        return node

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

    visit_Import = visit_ImportFrom = _import  # noqa: N815

    # ------------------------------------------------------------ definitions
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

    visit_FunctionDef = visit_AsyncFunctionDef = _function  # noqa: N815

    def _defaults(self, arguments: ast.arguments) -> None:
        arguments.defaults = [self.visit(default) for default in arguments.defaults]
        arguments.kw_defaults = [
            default and self.visit(default) for default in arguments.kw_defaults
        ]

    def _tokens(self, node: ast.AST) -> list[ast.stmt]:
        """One object a call stands for its shared variables."""
        if not self.scope.shared_cells and not _inner_cells(self.scopes, self.scope):
            return []
        place = node.body[0] if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) else node
        return [self.assign(token_of(self.scope), call("@scope", [], place), place)]

    def visit_Lambda(self, node: ast.Lambda) -> ast.AST:
        self._defaults(node.args)
        outer, self.scope = self.scope, self.scopes.of[node]
        before, self._in_iterable = self._in_iterable, False
        node.body = self.visit(node.body)
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
            self._loop(generator)
            generator.ifs = [self.tested(self.visit(test)) for test in generator.ifs]
        for field in ("key", "value", "elt"):
            if hasattr(node, field):
                setattr(node, field, self.visit(getattr(node, field)))
        if isinstance(node, ast.GeneratorExp) and self.in_function:
            node.elt = call("@yielding", [node.elt], node.elt)
        self.scope = outer
        return node

    visit_ListComp = visit_SetComp = visit_DictComp = visit_GeneratorExp = _comprehension  # noqa: N815

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
    while isinstance(scope.node, Comprehension) and scope.parent:
        scope = scope.parent
    return f"@scope{scope.clock}"


def _inner_cells(scopes: Scopes, scope: Scope) -> bool:
    return any(
        token_of(inner) == token_of(scope) and inner.shared_cells
        for inner in scopes.of.values()
        if isinstance(inner.node, Comprehension)
    )


def _flat(target: ast.expr) -> list[ast.expr]:
    if isinstance(target, ast.Tuple | ast.List):
        return [part for inner in target.elts for part in _flat(inner)]
    return _flat(target.value) if isinstance(target, ast.Starred) else [target]


def _docstring(body: list[ast.stmt]) -> tuple[list[ast.stmt], list[ast.stmt]]:
    first = body[0]
    if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant):
        return body[:1], body[1:]
    return [], body
