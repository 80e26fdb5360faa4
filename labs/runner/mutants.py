"""Small faults of the kind that this field makes, planted in an answer one at a time: do the checks notice?

Each operator finds its sites in the answer's tree and yields the answer with one of them spoilt. A mutant that passes
every check is a survivor: a hole in the checks, or a change that means nothing, which `survivors.toml` then explains.
"""

import ast
import copy
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

from labs.kit.manifest import Lab

Spoil = Callable[[ast.AST], None]
Site = tuple[ast.AST, Spoil]
SIMPLE = (ast.Expr, ast.Assign, ast.AugAssign, ast.AnnAssign, ast.Raise)
BLOCKS = ("body", "orelse", "finalbody")
OFF_BY_ONE = {ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt}


@dataclass(frozen=True)
class Mutant:
    """One spoilt answer; its name says what was done to which line, with a number where the same name came before."""

    name: str
    source: str


def mutants(source: str) -> Iterator[Mutant]:
    """Every answer with one fault planted, in the order of the operators and of the lines."""
    tree = ast.parse(source)
    lines = source.splitlines()
    named: Counter[str] = Counter()
    for name, operator in OPERATORS.items():
        for number, (node, _spoil) in enumerate(operator(tree)):
            twin = copy.deepcopy(tree)
            again, spoil = list(operator(twin))[number]
            spoil(again)
            line = lines[node.lineno - 1].strip()  # type: ignore[attr-defined]
            named[text := f"{name}: {line}"] += 1
            text += f" ({named[text]})" if named[text] > 1 else ""
            yield Mutant(text, ast.unparse(ast.fix_missing_locations(twin)) + "\n")


def explained(lab: Lab) -> dict[str, str]:
    """The survivors of the lab that mean nothing, each with the reason."""
    path = lab.folder / "survivors.toml"
    if not path.exists():
        return {}
    reasons: dict[str, str] = tomllib.loads(path.read_text(encoding="utf-8"))
    return reasons


def plant(mutant: Mutant, folder: Path, number: int) -> Path:
    """Write the mutant into a file of its own."""
    path = folder / f"mutant_{number}.py"
    path.write_text(mutant.source, encoding="utf-8")
    return path


def _is_lock(node: ast.AST) -> bool:
    return isinstance(node, ast.With) and "Gate" not in ast.unparse(node.items[0])


def drop_lock(tree: ast.AST) -> Iterator[Site]:
    """The critical section without its lock."""
    for node in filter(_is_lock, ast.walk(tree)):
        yield node, _free


def _free(node: Any) -> None:
    node.items = [
        ast.withitem(ast.parse("__import__('contextlib').nullcontext()", mode="eval").body)
    ]


def narrow_lock(tree: ast.AST) -> Iterator[Site]:
    """The critical section without its last step, which follows it."""
    for block, at in _long_sections(tree):
        yield block[at], _after(block, at)


def _after(block: list[Any], at: int) -> Spoil:
    def spoil(node: Any) -> None:
        body = node.body
        start = -2 if isinstance(body[-1], ast.Return) and len(body) > 2 else -1
        block[at + 1 : at + 1] = body[start:]
        del body[start:]

    return spoil


def look_early(tree: ast.AST) -> Iterator[Site]:
    """The critical section without its first step, which precedes it: the look, and not the leap, is unprotected."""
    for block, at in _long_sections(tree):
        yield block[at], _before(block, at)


def _before(block: list[Any], at: int) -> Spoil:
    return lambda node: block.insert(at, node.body.pop(0))  # type: ignore[attr-defined]


def _long_sections(tree: ast.AST) -> Iterator[tuple[list[Any], int]]:
    for block in _blocks(tree):
        for at, node in enumerate(block):
            if _is_lock(node) and len(node.body) > 1:
                yield block, at


def swap(tree: ast.AST) -> Iterator[Site]:
    """Two neighbours the other way round: the acknowledgement before the work, the record before the write."""
    for block in _blocks(tree):
        for at, (first, second) in enumerate(pairwise(block)):
            if (
                isinstance(first, (*SIMPLE, ast.If))
                and isinstance(second, (*SIMPLE, ast.If))
                and not _is_text(first)
            ):
                yield first, _exchange(block, at)


def _exchange(block: list[Any], at: int) -> Spoil:
    def spoil(_node: ast.AST) -> None:
        block[at : at + 2] = block[at + 1], block[at]

    return spoil


def skip(tree: ast.AST) -> Iterator[Site]:
    """A call or a change that does not happen: a join, a record, a release."""
    for block in _blocks(tree):
        for at, node in enumerate(block):
            if _is_change(node) and not _is_text(node):
                yield node, _nothing(block, at)


def _is_change(node: ast.AST) -> bool:
    if isinstance(node, ast.Assign):
        return isinstance(node.targets[0], (ast.Attribute, ast.Subscript))
    return isinstance(node, (ast.Expr, ast.AugAssign))


def _nothing(block: list[Any], at: int) -> Spoil:
    def spoil(_node: ast.AST) -> None:
        block[at] = ast.Pass()

    return spoil


def off_by_one(tree: ast.AST) -> Iterator[Site]:
    """A limit that is one too high or one too low."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare) and type(node.ops[0]) in OFF_BY_ONE:
            yield node, _neighbour


def _neighbour(node: Any) -> None:
    node.ops[0] = OFF_BY_ONE[type(node.ops[0])]()


def lose_finally(tree: ast.AST) -> Iterator[Site]:
    """What had to happen in any case happens only if all goes well."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Try) and node.finalbody:
            yield node, _finally_to_else


def _finally_to_else(node: Any) -> None:
    node.body += node.finalbody
    node.finalbody = []
    if not node.handlers:
        handler = "try: pass\nexcept BaseException: raise"
        node.handlers = ast.parse(handler).body[0].handlers  # type: ignore[attr-defined]


def widen_except(tree: ast.AST) -> Iterator[Site]:
    """Every error taken for the one that was meant."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ExceptHandler) and node.type is not None:
            takes_all = ast.unparse(node.type) == "BaseException"
            yield node, _catch("Exception" if takes_all else "BaseException")


def _catch(name: str) -> Spoil:
    def spoil(node: ast.AST) -> None:
        node.type = ast.Name(name, ast.Load())  # type: ignore[attr-defined]

    return spoil


def negate(tree: ast.AST) -> Iterator[Site]:
    """A question answered the other way round."""
    for node in ast.walk(tree):
        if isinstance(node, (ast.If, ast.While)) and not isinstance(node.test, ast.Constant):
            yield node, _opposite


def _opposite(node: Any) -> None:
    node.test = ast.UnaryOp(ast.Not(), node.test)


def drop_part(tree: ast.AST) -> Iterator[Site]:
    """A question of several parts without one of them; a default such as `clock or Clock()` asks nothing."""
    for node in ast.walk(tree):
        if isinstance(node, ast.BoolOp) and any(map(_asks, node.values)):
            yield from ((node, _without(part)) for part in range(len(node.values)))


def _asks(node: ast.AST) -> bool:
    return isinstance(node, (ast.Compare, ast.UnaryOp))


def _without(part: int) -> Spoil:
    return lambda node: node.values.pop(part)  # type: ignore[attr-defined]


OPERATORS: dict[str, Callable[[ast.AST], Iterator[Site]]] = {
    "drop the lock": drop_lock,
    "narrow the lock": narrow_lock,
    "look before the lock": look_early,
    "swap with the next": swap,
    "skip": skip,
    "off by one": off_by_one,
    "lose the finally": lose_finally,
    "catch another": widen_except,
    "negate": negate,
    "drop a part": drop_part,
}


def _blocks(tree: ast.AST) -> Iterator[list[Any]]:
    for node in ast.walk(tree):
        if isinstance(node, (ast.Module, ast.ClassDef)) or getattr(node, "name", "") == "__init__":
            continue  # what stands there is declared, and its order means nothing
        for name in BLOCKS:
            block = getattr(node, name, None)
            if isinstance(block, list):
                yield block


def _is_text(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
