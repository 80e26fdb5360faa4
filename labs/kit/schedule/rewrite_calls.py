"""Calls, operators and tests: announced once their operands are there, just before they happen.

Where the operands may be looked at twice (constants, unshared names) the call stays as it is, and its
callee is wrapped. Elsewhere `@ready` announces and answers the call, bound to its arguments and without
a frame of its own, for the student's line to make.
"""

from __future__ import annotations

import ast

from labs.kit.schedule.nodes import at, call, constant, is_inert
from labs.kit.schedule.rewrite_scopes import Definitions
from labs.kit.schedule.scopes import Function
from labs.kit.schedule.world import OPERATORS as CALLED_BACK
from labs.kit.schedule.world import words

# They need their caller's frame, or look at nothing that changes.
LEFT_ALONE = words(
    "super locals globals isinstance issubclass callable id range property staticmethod classmethod"
    " type ord chr"
)
OPERATORS: dict[type[ast.AST], str] = {
    ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul", ast.MatMult: "matmul", ast.Div: "truediv",
    ast.Mod: "mod", ast.Pow: "pow", ast.LShift: "lshift", ast.RShift: "rshift", ast.BitOr: "or_",
    ast.BitXor: "xor", ast.BitAnd: "and_", ast.FloorDiv: "floordiv", ast.Eq: "eq", ast.NotEq: "ne",
    ast.Lt: "lt", ast.LtE: "le", ast.Gt: "gt", ast.GtE: "ge", ast.In: "contains",
    ast.NotIn: "contains",
}  # fmt: skip


class Calls(Definitions, ast.NodeTransformer):
    """Everything that hands operands to code which may not be the student's."""

    # ------------------------------------------------------------ calls
    def visit_Call(self, node: ast.Call) -> ast.AST:
        builtin = isinstance(node.func, ast.Name) and self._is_left_alone(node.func.id)
        self.generic_visit(node)
        if builtin or not self.in_function:
            return self._without_temporaries(node) if builtin else node
        values = [*node.args, *(keyword.value for keyword in node.keywords)]
        # Keywords may be what the call changes: `vars(thing).update(name=value)`.
        named = node.keywords and getattr(node.func, "attr", "") == "update"
        if (
            not named
            and all(is_inert(value, self.scope) for value in values)
            and all(keyword.arg for keyword in node.keywords)
        ):
            node.func = call("@call", [node.func, *values], node)
            return node
        ready = call("@ready", [node.func, *node.args], node)
        ready.keywords = node.keywords
        return at(node, ast.Call(ready, [], []))

    def _without_temporaries(self, node: ast.Call) -> ast.Call:
        """`locals()` of a function shows the student's variables alone."""
        assert isinstance(node.func, ast.Name)
        if node.func.id == "locals" and isinstance(self.scope.node, Function):
            return call("@locals", [node], node)
        return node

    def _is_left_alone(self, identifier: str) -> bool:
        if identifier not in LEFT_ALONE:
            return False
        owner = self.scope.owner(identifier)
        return owner.parent is None and identifier not in owner.bindings

    def visit_Starred(self, node: ast.Starred) -> ast.AST:
        self.generic_visit(node)
        if self.in_function and isinstance(node.ctx, ast.Load):
            node.value = call("@all", [node.value], node.value)
        return node

    def visit_keyword(self, node: ast.keyword) -> ast.AST:
        """`**mapping` reads it as a whole."""
        self.generic_visit(node)
        if self.in_function and node.arg is None:
            node.value = call("@all", [node.value], node.value)
        return node

    def visit_Dict(self, node: ast.Dict) -> ast.AST:
        self.generic_visit(node)
        if self.in_function:
            node.values = [
                value if key else call("@all", [value], value)
                for key, value in zip(node.keys, node.values, strict=True)
            ]
        return node

    # ------------------------------------------------------------ operators
    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        self.generic_visit(node)
        if not self.in_function:
            return node
        if not _is_number(node.left) and not _is_number(node.right):
            return self._operator(node, node.op)
        if isinstance(node.op, ast.Mult):  # a list may be repeated
            node.left = call("@operand", [node.left], node.left)
            node.right = call("@operand", [node.right], node.right)
        return node

    def _operator(self, node: ast.BinOp | ast.Compare, operator: ast.AST) -> ast.expr:
        """Announce both operands when both are there; `node` stays if the left one can be named."""
        left, right = (
            node.left,
            node.comparators[0] if isinstance(node, ast.Compare) else node.right,
        )
        if not is_inert(left, self.scope) or _rebinds(right):
            if not self.temporaries_allowed:
                return self._as_function(node, operator, left, right)
            node.left, left = self.keep(left)
        membership = isinstance(operator, ast.In | ast.NotIn)
        announced = call("@within" if membership else "@after", [left, right], right)
        if isinstance(node, ast.Compare):
            node.comparators = [announced]
        else:
            node.right = announced
        return node

    def _as_function(
        self, node: ast.expr, operator: ast.AST, left: ast.expr, right: ast.expr
    ) -> ast.expr:
        """The operator as a function, where no temporary may stand (comprehensions, class bodies)."""
        pair = call("@pair", [left, right], node)
        if isinstance(operator, ast.In | ast.NotIn):
            pair.func = at(node, ast.Name("@pair_in", ast.Load()))
        starred = at(node, ast.Starred(pair, ast.Load()))
        answer = call("@" + OPERATORS[type(operator)], [starred], node)
        if isinstance(operator, ast.NotIn):
            return at(node, ast.UnaryOp(ast.Not(), answer))
        return answer

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        self.generic_visit(node)
        if not self.in_function or all(isinstance(op, ast.Is | ast.IsNot) for op in node.ops):
            return node
        if len(node.ops) == 1:
            right = node.comparators[0]
            if isinstance(right, ast.Constant):
                return node  # a container never equals one: nothing in it is read
            if isinstance(node.left, ast.Constant):
                node.comparators = [call("@operand", [right], right)]
                return node
            return self._operator(node, node.ops[0])
        return self._chain(node)

    def _chain(self, node: ast.Compare) -> ast.expr:
        """`a < b < c` is `a < (x := b) and x < c`, so that each part is announced when it comes."""
        if not self.temporaries_allowed:
            node.left = call("@chained", [node.left], node.left)
            node.comparators = [call("@chained", [one], one) for one in node.comparators]
            return node
        left, parts = node.left, list[ast.expr]()
        for operator, right in zip(node.ops, node.comparators, strict=True):
            again = right
            if right is not node.comparators[-1] and not is_inert(right, self.scope):
                right, again = self.keep(right)  # noqa: PLW2901 - the same operand, kept
            pair = at(node, ast.Compare(left, [operator], [right]))
            told = isinstance(operator, ast.Is | ast.IsNot)
            parts.append(pair if told else self._operator(pair, operator))
            left = again
        return at(node, ast.BoolOp(ast.And(), parts))

    # ------------------------------------------------------------ truth
    def visit_BoolOp(self, node: ast.BoolOp) -> ast.AST:
        self.generic_visit(node)
        node.values = [*map(self.tested, node.values[:-1]), node.values[-1]]
        return node

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.op, ast.Not):
            node.operand = self.tested(node.operand)
        return node

    def _test(self, node: ast.If | ast.While | ast.IfExp | ast.Assert) -> ast.AST:
        self.generic_visit(node)
        node.test = self.tested(node.test)
        return node

    visit_If = visit_While = visit_IfExp = visit_Assert = _test  # noqa: N815 - ast's names

    # ------------------------------------------------------------ text, patterns
    def visit_FormattedValue(self, node: ast.FormattedValue) -> ast.AST:
        self.generic_visit(node)
        if self.in_function:
            node.value = call("@shown", [node.value], node.value)
        return node

    def visit_Match(self, node: ast.Match) -> ast.AST:
        """The subject is looked at when it is there, and once more after each guard that failed."""
        node.subject = self.visit(node.subject)
        if self.in_function:
            kept, again = self.keep(node.subject)
            node.subject = call("@matched", [kept], node.subject)
        for case in node.cases:
            case.body = self.statements(case.body)
            captured = self.captured(case.pattern)
            if case.guard is not None:
                guard = self.tested(self.visit(case.guard))
                if self.in_function:
                    looked = call("@matched_again", [again], guard)
                    guard = at(guard, ast.BoolOp(ast.Or(), [guard, looked]))
                captured.append(guard)
            if len(captured) > 1:
                case.guard = at(captured[0], ast.BoolOp(ast.And(), captured))
            elif captured:
                case.guard = captured[0]
        return node

    def visit_Yield(self, node: ast.Yield) -> ast.AST:
        self.generic_visit(node)
        node.value = call("@yielding", [node.value] if node.value else [constant(None, node)], node)
        return node

    def visit_Return(self, node: ast.Return) -> ast.AST:
        self.generic_visit(node)
        if self.is_generator and node.value is not None:
            node.value = call("@yielding", [node.value], node.value)
        elif self.is_generator:
            node.value = call("@yielding", [constant(None, node)], node)
        elif node.value is not None and getattr(self.scope.node, "name", "") in CALLED_BACK:
            node.value = call("@again", [node.value], node.value)
        return node

    def visit_YieldFrom(self, node: ast.YieldFrom) -> ast.AST:
        self.generic_visit(node)
        node.value = call("@delegated", [node.value], node.value)
        return node

    def visit_arguments(self, node: ast.arguments) -> ast.AST:
        """Annotations stay as they are."""
        self._defaults(node)
        return node


def _rebinds(node: ast.expr) -> bool:
    return any(isinstance(part, ast.NamedExpr) for part in ast.walk(node))


def _is_number(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, int | float | complex)
