"""Small pieces of syntax trees, each placed where the student's own node stands."""

from __future__ import annotations

import ast
from typing import TypeVar

from labs.kit.schedule.scopes import Scope

Node = TypeVar("Node", bound=ast.AST)


def at(place: ast.AST, node: Node) -> Node:
    """The node, at the place of another."""
    return ast.copy_location(node, place)


def name(identifier: str, place: ast.AST) -> ast.Name:
    """A name that is read."""
    return at(place, ast.Name(identifier, ast.Load()))


def store(identifier: str, place: ast.AST, context: ast.Store | ast.Del | None = None) -> ast.Name:
    """A name that is bound, or deleted."""
    return at(place, ast.Name(identifier, context or ast.Store()))


def constant(value: object, place: ast.AST) -> ast.Constant:
    """A constant."""
    return at(place, ast.Constant(value))  # type: ignore[arg-type]


def call(announcer: str, arguments: list[ast.expr], place: ast.AST) -> ast.Call:
    """A call of one of the announcers."""
    return at(place, ast.Call(name(announcer, place), arguments, []))


def is_inert(node: ast.AST | None, scope: Scope) -> bool:
    """Whether the expression may be evaluated twice, or late: constants and unshared names."""
    if node is None or isinstance(node, ast.Constant):
        return True
    if isinstance(node, ast.Name):
        if node.id.startswith("@"):
            return True  # a temporary of ours
        own = scope.mangled(node.id)
        return not scope.owner(own).shares(own)
    if isinstance(node, ast.Slice):
        return all(is_inert(bound, scope) for bound in (node.lower, node.upper, node.step))
    return False


def is_nested(target: ast.expr) -> bool:
    """Whether a part of the target is taken apart again."""
    return isinstance(target, ast.Tuple | ast.List) and any(
        isinstance(part, ast.Tuple | ast.List) for part in target.elts
    )


def flat(target: ast.expr) -> list[ast.expr]:
    """What a target binds, part by part."""
    if isinstance(target, ast.Tuple | ast.List):
        return [part for inner in target.elts for part in flat(inner)]
    return flat(target.value) if isinstance(target, ast.Starred) else [target]
