"""What two plain threads can do when they are switched after any opcode, the explorer sees too."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType

import opcodes
import pytest
from seen import all_outcomes

from labs.kit.schedule import explore, loader, replay
from labs.kit.schedule.modelled import MODULES

PREAMBLE = """
import bisect, copy, dataclasses, enum, functools, heapq, itertools, json, operator, statistics
from collections import Counter, OrderedDict, defaultdict, deque
from dataclasses import dataclass

@dataclass
class Point:
    x: int = 0
    y: int = 0

@dataclass(order=True)
class Rank:
    x: int = 0
    y: int = 0

class Key:
    def __init__(self, at): self.at = at
    def __hash__(self): return 1
    def __eq__(self, other): return self.at.x == 5 and self.at.y == 5
    def __repr__(self): return f"Key({self.at.x}{self.at.y})"

class Thing:
    level = 0
    def __init__(self): self.x = self.y = 0
    def twice(self, value):
        self.x += 1
        return value * 2

@functools.total_ordering
class Total:
    def __init__(self, at): self.at = at
    def __eq__(self, other): return self.at.x == other.at.x
    def __lt__(self, other): return self.at.x < other.at.x

class Colour(enum.Enum):
    RED = 1

TWICE = Thing.twice

def make():
    Thing.level = Colour.RED.used = 0
    setattr(Thing, "twi" + "ce", TWICE)
    out, a, b, d, e, s = [], [1, 2], [3], {"a": 0, "b": 0}, {}, {0}
    p, at, t = Point(), Point(), Thing()
    t.level = 0
    key, keys, ranks = Key(at), [Key(at), Key(at)], [Rank(1, 2), Rank(2, 1)]
    n = m = 0

    def made():
        t.x += 1
        return []

    c, dd = Counter(), defaultdict(made)
"""

# What one thread does, and what the other does meanwhile.
PAIRS = {
    "member of an enum": ("Colour.RED.used += 1", "Colour.RED.used += 1"),
    "made default": ("dd['k'].append(1)", "dd['k'].append(2)"),
    "made default, augmented": ("dd['k'] += [1]", "dd['k'] += [2]"),
    "made default, as a function": ("operator.getitem(dd, 'k').append(1)", "out.append(len(dd))"),
    "reversed": ("out.append([v for v in reversed(a)])", "a.insert(0, 5)"),
    "a dict gone over": ("for v in d: out.append(v)", "d['z'] = 1"),
    "an empty set gone over": ("s.clear(); out.append(list(v for v in s))", "s.add(7)"),
    "enumerated": ("out.append([one for one in enumerate(d)])", "d['z'] = 1"),
    "index by __eq__": ("out.append(keys.index(key))", "at.x = 5; at.y = 5; keys.reverse()"),
    "counted by __eq__": ("out.append(keys.count(1))", "at.x = 5; at.y = 5; keys.pop()"),
    "removed by __eq__": ("keys.remove(key)", "at.x = 5; at.y = 5; keys.pop()"),
    "text by __repr__": ("out.append(str(keys))", "at.x = 5; at.y = 5"),
    "format by __repr__": ("out.append(f'{keys}')", "at.x = 5; at.y = 5"),
    "bisected": ("out.append(bisect.bisect(a, 2, key=t.twice))", "if t.x: a[:] = [8]"),
    "a method by setattr": ("setattr(t, 'twi' + 'ce', len)", "out.append(t.twice(b))"),
    "a method of the class": ("setattr(Thing, 'twi' + 'ce', lambda *_: 8)", "out.append(t.twice(b))"),
    "a method through vars": ("vars(t)['twi' + 'ce'] = len", "out.append(t.twice(b))"),
    "attributes through vars": ("vars(t).update(twice=len)", "out.append(t.twice(b))"),
    "a new name through vars": ("vars(t).update(z=1)", "out.append(hasattr(t, 'z'))"),
    "deep copy": ("out.append(copy.deepcopy([b, d]))", "b.append(1); d['b'] = 1"),
    "asdict": ("out.append(dataclasses.asdict(p))", "p.x = 1; p.y = 1"),
    "astuple": ("out.append(dataclasses.astuple(p))", "p.x = 1; p.y = 1"),
    "replace": ("out.append(dataclasses.replace(p))", "p.x = 1; p.y = 1"),
    "record compared": ("out.append(p == Point(0, 1))", "p.x = 1; p.y = 1"),
    "record printed": ("out.append(f'{p} {[p]}')", "p.x = 1; p.y = 1"),
    "containers mapped": ("out.append(list(map(len, [a, b])))", "a.append(1)"),
    "containers filtered": ("out.append(list(filter(None, [a, b])))", "a.clear()"),
    "containers chained": ("out.extend(itertools.accumulate([b, a]))", "b.append(5); b[0] = 0"),
    "containers starred": ("out.append(list(itertools.starmap(max, [a])))", "a.append(9)"),
    "any of containers": ("out.append(any([a, []]))", "a.clear()"),
    "sum of containers": ("out.append(sum([a, b], []))", "a.append(5); b.append(6)"),
    "dict of pairs": ("out.append(dict([a]))", "a[0] = 5; a[1] = 6"),
    "unpacked by a loop": ("for v, w in [a]: out.append((v, w))", "a[0] = 7; a[1] = 8"),
    "unpacked by a comprehension": ("out.append([v + w for v, w in [a]])", "a[0] = 7; a[1] = 8"),
    "unpacked in parts": ("(v, w), x = a, b; out.append((v, w))", "a[0] = 7; a[1] = 8"),
    "names through dir": ("t.z = 1", "out.append('z' in dir(t))"),
    "names through vars": ("t.z = 1", "out.append(len(vars(t)))"),
    "deleted name": ("del t.level", "out.append(sorted(vars(t)))"),
    "list of keys repeated": ("out.append(str(keys * 2))", "at.x = 5; at.y = 5"),
    "total order": ("out.append(Total(at) >= Total(p))", "at.x = 1; p.x = 2"),
    "names swapped": ("a, b = b, a", "a.extend(b)"),
    "several targets": ("n = t.x = m = 5", "out.append((t.x, n)); out.append((m, t.x))"),
    "names of a loop": ("for n, m in [(1, 2)]: pass", "out.append((m, n))"),
    "extended by a generator": ("out.extend(t.twice(v) for v in a)", "if t.x: out.append(0)"),
    "augmented by a generator": ("out += (t.twice(v) for v in a)", "if t.x: out.append(0)"),
    "a slice of a generator": ("b[:] = (t.twice(v) for v in a)", "if t.x: b.append(0)"),
    "compared in a row": ("out.append(a < t.twice(b) < [9])", "if t.x: a[:] = [8]"),
    "zipped": ("v = zip(d, s); out.append(list(v))", "s.add(4); d.clear()"),
}  # fmt: skip


# Code of the library that takes its looks without steps: what holds so is INCOMPLETE.
IN_PARTS = {
    "counter updated": ("c.update({'a': 1})", "c.update({'a': 1})"),
    "counter reduced": ("c.subtract({'a': 1})", "c.subtract({'a': 1})"),
    "counter added to": ("c += Counter(a=1)", "c['a'] = 1"),
    "counters added": ("out.append(c + Counter(a=1))", "c['a'] = 1"),
    "counters compared": ("out.append(c == Counter(a=1))", "c['a'] = 1"),
    "json with indent": ("out.append(json.dumps([e, d], indent=1))", "e['x'] = 1"),
    "largest": ("out.append(heapq.nlargest(1, a, key=t.twice))", "a.append(9)"),
    "mean": ("out.append(statistics.mean(a))", "a.append(9)"),
}  # fmt: skip


def source(one: str, other: str) -> str:
    """A module with both jobs, and what they leave."""
    lines = [PREAMBLE]
    for number, statements in enumerate((one, other)):
        lines += [f"    def job{number}():", "        nonlocal n, m, c, a, b, out"]
        lines += [f"        {line}" for line in statements.splitlines()]
    left = "out, a, b, list(map(str, d)), list(d.values()), dict(dd), p, t.x, t.y, n, m, e, s"
    more = "Thing.level, Colour.RED.used, len(keys), ranks"
    lines += ["    def look():", f"        return repr(({left}, {more}))"]
    lines += ["    return [job0, job1], look"]
    return "\n".join(lines)


def plain(text: str) -> ModuleType:
    """The module as it stands."""
    module = ModuleType("plain_pair")
    code = compile(text, "plain_pair.py", "exec", dont_inherit=True)
    exec(code, vars(module))
    return module


def instrumented(text: str, folder: Path) -> opcodes.Made:
    """What makes the jobs, announcing what it does."""
    path = folder / "switched_pair.py"
    path.write_text(text)
    return loader.load(path, path.stem).make


def body(make: opcodes.Made) -> object:
    """Both jobs as threads of a run."""
    jobs, look = make()
    errors = ["", ""]

    def call(number: int) -> None:
        try:
            jobs[number]()
        except Exception as error:  # noqa: BLE001 - recorded: it is part of what came of it
            errors[number] = type(error).__name__

    threads = [MODULES["threading"].Thread(target=call, args=(number,)) for number in (0, 1)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return repr((look(), errors))


@pytest.mark.parametrize("name", PAIRS)
def test_no_outcome_of_plain_threads_is_lost(name: str, tmp_path: Path) -> None:
    """Whatever a switch after any opcode can bring about, some explored schedule does."""
    text = source(*PAIRS[name])
    make = instrumented(text, tmp_path)

    explored = {outcome for _, outcome in all_outcomes(lambda: body(make))}

    assert opcodes.outcomes(plain(text).make) - explored == set()


@pytest.mark.parametrize("name", IN_PARTS)
def test_what_is_seen_as_one_step_but_is_several_never_holds(name: str, tmp_path: Path) -> None:
    """Where another thread may come in the midst of code that takes no steps, nothing is claimed."""
    make = instrumented(source(*IN_PARTS[name]), tmp_path)

    found = explore(lambda: body(make))

    assert (found.verdict, found.reason[:45]) == (
        "INCOMPLETE",
        "not seen: what another thread does in the mid",
    )


def test_a_schedule_that_had_to_be_learned_replays(tmp_path: Path) -> None:
    """What an exploration learned of the code, a replay learns again."""
    make = instrumented(source("setattr(t, 'twi' + 'ce', len)", "n = t.twice(b) == 1"), tmp_path)

    def claim() -> None:
        assert "True, 0, {}" in str(body(make))

    found = explore(claim)
    explore(lambda: None)

    assert found.verdict == "BROKEN"
    assert found.schedule is not None
    assert replay(claim, found.schedule).verdict == "BROKEN"
