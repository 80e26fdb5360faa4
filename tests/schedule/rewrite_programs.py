"""Random Python modules for the rewriter, and what running one shows to the student."""

from __future__ import annotations

import random
import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

PREAMBLE = '''"""A random module."""
from __future__ import annotations

from collections import defaultdict, deque, namedtuple
from dataclasses import dataclass, field

TOTAL = 0
SEEN = [1, 2]
Pair = namedtuple("Pair", "left right")


@dataclass
class Point:
    x: int = 1
    tags: list = field(default_factory=list)


class Box:
    limit = 3

    def __init__(self, start):
        self.__secret = start
        self.items = [start, 2, 3]
        self.names = {"a": start}
        self.point = Point(start)

    def __repr__(self):
        return f"Box({len(self.items)})"

    def __len__(self):
        return len(self.items)

    def __getitem__(self, index):
        return self.items[index]

    def __setitem__(self, index, value):
        self.items[index] = value

    def __contains__(self, value):
        return value in self.items

    def __getattr__(self, name):
        if name.startswith("extra"):
            return name
        raise AttributeError(name)

    @property
    def secret(self):
        return self.__secret

    @secret.setter
    def secret(self, value):
        self.__secret = value
        self.__secret += 1

    def __enter__(self):
        self.items.append("in")
        return self

    def __exit__(self, *failure):
        self.items.append(failure[0].__name__ if failure[0] else "out")


def twice(value, *more, sep=0, **named):
    return [value, value, *more, sep, *named.items()]


def steps(values):
    for value in values:
        got = yield value
        if got:
            SEEN.append(got)
    return "done"


'''


class Writer:
    """Writes one random function; everything follows from the seed."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.lines: list[str] = []
        self.depth = 0

    def pick(self, *options: str | Callable[[], str]) -> str:
        chosen = self.chance.choice(options)
        return chosen if isinstance(chosen, str) else chosen()

    def line(self, text: str) -> None:
        self.lines.append("    " * self.depth + text)

    # ------------------------------------------------------------ expressions
    def number(self, deep: int = 2) -> str:
        simple = ("a", "b", "n", "3", "box.secret", "TOTAL", "box.limit", "len(xs)", "point.x")
        if deep == 0:
            return self.pick(*simple)
        one, two = self.number(deep - 1), self.number(deep - 1)
        return self.pick(
            *simple,
            f"({one} + {two})", f"({one} * {two})", f"({one} - 2)", f"({one} // {two})",
            f"({one} if {self.test(0)} else {two})", f"max({one}, {two})", f"xs[{one} % 3]",
            f"(lambda v, w={one}: v + w)({two})", f"sum([{one}, {two}])", f"(m := {one})",
            f"{self.listing(0)}[{one} % 2]", "d['a']", f"d.get('b', {one})", f"-{one}",
            f"sum(v for v in {self.listing(0)} if v != {two})", f"abs({one} - {two})",
            f"int(format({one}))", f"bump({one})", f"{one} and {two}", f"({one} or {two})",
            f"Point({one}).x", f"Pair({one}, {two}).right", f"next(iter([{one}]))",
            f"(await_me := [{one}])[0]", f"dd[{one}]",
        )  # fmt: skip

    def listing(self, deep: int = 1) -> str:
        simple = ("xs", "box.items", "[1, 2]", "point.tags", "SEEN", "list(dq)", "xs[1:]")
        if deep == 0:
            return self.pick(*simple)
        one, two = self.listing(deep - 1), self.number(deep - 1)
        return self.pick(
            *simple,
            f"[*{one}, {two}]", f"[v for v in {one} if v]", f"{one} + [{two}]", f"{one}[:2]",
            f"sorted({one}, key=lambda v: str(v))", f"list(map(str, {one}))", f"twice({two}, *{one})",
            "list(d.items())", "[k for k, v in d.items()]", f"list(steps({one}))",
            f"{one}[{two} % 2:{two}]", f"twice({two}, sep={two}, **d)", f"{one} * 2",
            f"[(v, w) for v in {one} for w in (1, {two})]", f"list(zip({one}, range(3)))",
            f"list(reversed({one}))", f"[lambda: v for v in {one}][0:0]", f"list(enumerate({one}))",
        )  # fmt: skip

    def test(self, deep: int = 1) -> str:
        simple = ("a < b", "xs", "not d", "n == 2", "a in box", "'a' in d", "box", "a is b")
        if deep == 0:
            return self.pick(*simple)
        one, two = self.number(deep - 1), self.listing(deep - 1)
        return self.pick(
            *simple,
            f"{one} in {two}", f"{one} < a <= b", f"not ({self.test(deep - 1)})", f"{two}",
            f"({self.test(0)} and {self.test(0)})", f"({self.test(0)} or {self.test(0)})",
            f"{two} == xs", f"any({two})", f"isinstance({one}, int)", f"{one} not in {two}",
            f"point == Point({one})", "hasattr(box, 'point')", f"(q := {one}) != 2",
        )  # fmt: skip

    def text(self) -> str:
        one, two = self.number(1), self.listing(1)
        return self.pick(
            f'f"""{{{one}!r:>{{a % 5}}}} {{b}}"""', f"'%s' % ({one},)", f"str({two})", "repr(point)",
            f"','.join(map(str, {two}))", f"'{{}}'.format({one})", "box.extra_name",
        )  # fmt: skip

    # ------------------------------------------------------------ statements
    def target(self) -> str:
        return self.pick(
            "a", "b", "n", "TOTAL", "box.secret", "xs[a % 3]", "d['b']", "box.names['c']", "point.x",
            "box[0]", "box.limit", "xs[b % len(xs)]", "(a, b)[0:0]" if False else "dd[a]", "free",
        )  # fmt: skip

    def statement(self, deep: int) -> None:
        options: list[Callable[[], None]] = [
            lambda: self.line(f"{self.target()} = {self.number()}"),
            lambda: self.line(f"{self.target()} {self.pick('+=', '-=', '*=', '//=', '|=')} {self.number(1)}"),
            lambda: self.line(f"{self.pick('xs', 'box.items', 'point.tags')} += {self.listing()}"),
            lambda: self.line(f"a, {self.target()} = {self.number()}, {self.number()}"),
            lambda: self.line(f"{self.target()} = {self.target()} = {self.number(1)}"),
            lambda: self.line(f"log.append({self.text()})"),
            lambda: self.line(f"xs.{self.pick('append', 'remove', 'insert', 'pop', 'index')}({self.number(1)})"),
            lambda: self.line(f"del {self.pick('xs[0]', 'd[chr(97)]', 'box.names', 'xs[a % 3:]', 'point.tags')}"),
            lambda: self.line(f"first, *rest = {self.listing()}"),
            lambda: self.line(f"xs[{self.number(0)} % 3:] = {self.listing(1)}"),
            lambda: self.line(f"dq.{self.pick('append', 'appendleft', 'extend')}({self.listing(1)})"),
            lambda: self.line(f"d.{self.pick('update', 'setdefault', 'pop')}({self.pick('d', repr('a'), 'x=1')})"),
            lambda: self.line(f"assert {self.test()}, {self.text()}"),
            lambda: self.line(f"setattr(box, 'limit', getattr(box, {self.pick(repr('limit'), repr('gone'))}))"),
            lambda: self.line(f"log.append(({self.number()},\n{'    ' * self.depth}    xs\n    .copy()))"),
            lambda: self.line(f"free = {self.number(1)}"),
            lambda: self.line(f"point.tags.append({self.number(1)})"),
            lambda: self.line("log.append(sorted(dir(point))[-1])"),
            lambda: self.line(f"log.extend(steps({self.listing()}))"),
        ]  # fmt: skip
        if deep:
            options += [self.branch, self.loop, self.attempt, self.block, self.cases, self.inner]
        self.chance.choice(options)()

    def suite(self, deep: int) -> None:
        self.depth += 1
        for _ in range(self.chance.randint(1, 3)):
            self.statement(deep)
        self.depth -= 1

    def branch(self) -> None:
        self.line(f"if {self.test()}:")
        self.suite(1)
        self.line("else:")
        self.suite(0)

    def loop(self) -> None:
        over = self.pick("n", "box.secret", "TOTAL", "free", "a, xs[0]")
        source = self.listing() if "," not in over else f"zip({self.listing()}, range(2))"
        self.line(f"for {over} in list({source})[:4]:")
        self.suite(1)
        self.depth += 1
        self.line(self.pick("continue", f"if {self.test()}: break"))
        self.depth -= 1
        if self.chance.random() < 0.5:
            self.line("else:")
            self.suite(0)

    def attempt(self) -> None:
        self.line("try:")
        self.suite(1)
        name = self.pick("error", "free", "TOTAL")
        self.line(
            f"except {self.pick('', '(IndexError, KeyError)' + f' as {name}', f'Exception as {name}')}:"
        )
        if self.lines[-1].endswith("except :"):
            self.lines[-1] = self.lines[-1].replace("except :", "except:")
        self.suite(0)
        self.line("finally:")
        self.suite(0)

    def block(self) -> None:
        self.line(
            f"with box as {self.pick('box', 'opened', 'free', 'TOTAL', 'xs[0]')}, Box({self.number(0)}):"
        )
        self.suite(0)

    def cases(self) -> None:
        self.line(f"match {self.pick('point', 'xs', 'd', self.number(1), 'Pair(a, b)')}:")
        self.depth += 1
        for pattern in (
            "Point(x=1, tags=[])",
            "[n, *free]",
            "{'a': free, **more}",
            "Pair(a, _)",
            "3 | 4 as n",
        ):
            if self.chance.random() < 0.6:
                guard = f" if {self.test(1)}" if self.chance.random() < 0.4 else ""
                self.line(f"case {pattern}{guard}:")
                self.suite(0)
        self.line("case _:")
        self.suite(0)
        self.depth -= 1

    def inner(self) -> None:
        self.line(f"def inner{self.pick('', '1')}(v, *rest, w={self.number(1)}):")
        self.depth += 1
        self.line("nonlocal free")
        self.depth -= 1
        self.suite(0)
        self.depth += 1
        self.line("return v, w, free")
        self.depth -= 1
        self.line(f"log.append(inner({self.number(1)}) if 'inner' in dir() else 0)")

    def module(self) -> str:
        """The whole source."""
        self.line("def run(log):")
        self.depth = 1
        for text in (
            "global TOTAL",
            "box = Box(2)", "xs = [3, 1, 2]", "d = {'a': 1}", "a = 1", "b = 4", "n = 0", "free = 7",
            "dq = deque([1], 5)", "point = Point(5)", "dd = defaultdict(int)", "m = q = 0",
            "def bump(by):", "    nonlocal free", "    global TOTAL", "    free += by", "    TOTAL += 1",
            "    return free",
        ):  # fmt: skip
            self.line(text)
        for _ in range(self.chance.randint(3, 8)):
            self.statement(2)
        self.line("return a, b, n, xs, d, box.items, box.secret, dq, point, TOTAL, free, log, dd")
        return PREAMBLE + "\n".join(self.lines) + "\n"


def shown(function: Callable[[], object], path: Path) -> Any:
    """What the student sees of a call: the answer, or the error and the lines it went through."""
    try:
        return ("answer", repr(function()))
    except Exception as error:  # noqa: BLE001 - recorded: it is what is compared
        frames = traceback.TracebackException.from_exception(error).stack
        lines = [
            (frame.name, frame.lineno, frame.end_lineno, frame.colno, frame.end_colno)
            for frame in frames
            if frame.filename == str(path)
        ]
        return (type(error).__name__, str(error), lines)


def plain(path: Path, name: str) -> ModuleType:
    """The module as it is without the rewriter."""
    module = sys.modules[name] = ModuleType(name)
    module.__file__ = str(path)
    exec(compile(path.read_bytes(), str(path), "exec", dont_inherit=True), module.__dict__)
    return module
