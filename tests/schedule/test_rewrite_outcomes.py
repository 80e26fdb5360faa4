"""What instrumented code announces is enough for the reduction: it loses no outcome."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest

from labs.kit.schedule import explore, loader
from labs.kit.schedule.run import Run

PREAMBLE = """
import copy, dataclasses, functools, itertools, threading
from collections import Counter, defaultdict, deque
from dataclasses import dataclass, field

COUNT = 0

@dataclass
class Point:
    x: int = 0
    tags: list = field(default_factory=list)

class Key:
    def __init__(self, shared): self.shared = shared
    def __hash__(self): return 1
    def __eq__(self, other): return self.shared.x == 0
    def __repr__(self): return f"Key({self.shared.x})"

class Thing:
    level = 0
    def __init__(self): self.value = 0
    def double(self, v):
        self.value += 1
        return v * 2

def program():
    global COUNT
    COUNT = 0
    Thing.level = 0
    a, b, d, dd = [1], [], {"k": 0}, defaultdict(list)
    p, t, s = Point(), Thing(), {0}
    key = Key(p)
    n = 0

    def numbers():
        for v in a:
            t.value += v
            yield v

    shared = numbers()

"""
STATEMENTS = (
    "a.append(9)", "b.append(a[-1])", "a.extend(b)", "b += a", "d['k'] += 1", "d.update(x=len(a))",
    "out.append(a == b)", "out.append(f'{a} {d}')", "out.append(str([a, b]))", "p.x += 1",
    "out.append(p == Point(1))", "out.append(repr(p))", "p.tags.append(p.x)", "t.value += 1",
    "out.append(dataclasses.asdict(p))", "n += 1", "COUNT += 1", "out.append((n, COUNT))",
    "out.append(list(map(t.double, a)))", "a.sort(key=t.double)", "out.append(next(shared, None))",
    "out.extend(v for v in a)", "out.append(sorted(d.items()))", "dd['y'].append(1)",
    "out.append(dict(dd))", "s.add(len(s))", "out.append(1 in s)", "Thing.level += 1",
    "out.append(t.level)", "t.level = t.level + 1", "d[key] = 1", "out.append(key in d)",
    "a[:] = [len(b)]", "del a[1:]", "out.append([*a, *b])", "a, b = b, a", "out.append(str([key]))",
    "out.append(vars(t)['value'])", "vars(t)['value'] = 5", "out.append(min(a + [3], key=t.double))",
    "out.append(copy.deepcopy(p))", "out.append(functools.reduce(lambda x, y: x + t.double(y), a, 0))",
    "out.append(list(zip(a, b)))", "globals()['COUNT'] = COUNT + 1", "b.insert(0, n)",
)  # fmt: skip


def source(seed: int, threads: int, length: int) -> str:
    """A random program of so many threads, each with so many statements."""
    chance = random.Random(seed)
    lines = [PREAMBLE]
    for thread in range(threads):
        lines += [f"    def job{thread}(out):", "        nonlocal n, a, b", "        global COUNT"]
        lines += ["        try:"]
        lines += [f"            {chance.choice(STATEMENTS)}" for _ in range(length)]
        lines += ["        except (ValueError, RuntimeError, IndexError, KeyError) as error:"]
        lines += ["            out.append(type(error).__name__)"]
    others = range(1, threads)
    lines += [f"    out{thread} = []" for thread in range(threads)]
    lines += [f"    t{one} = threading.Thread(target=job{one}, args=(out{one},))" for one in others]
    lines += [f"    t{thread}.start()" for thread in others]
    lines += ["    job0(out0)"]
    lines += [f"    t{thread}.join()" for thread in others]
    outs = ", ".join(f"out{thread}" for thread in range(threads))
    lines += [
        f"    return repr(({outs}, a, b, list(map(str, d)), dd, p, t.value, n, COUNT,"
        " Thing.level, s))",
    ]
    return "\n".join(lines)


def outcomes(program: Callable[[], object], reduction: str, limit: int) -> set[object] | None:
    """What all schedules give, or None if there are too many."""
    seen: set[object] = set()

    def note(run: Run) -> None:
        seen.add((run.verdict, run.outcome))

    found = explore(
        program, max_runs=limit, reduction=reduction, on_run=note, reset=loader.fresh,
        stop_at_first=False,
    )  # fmt: skip
    assert found.verdict != "DIVERGED", found.reason
    return seen if found.exhausted else None


def lost(text: str, path: Path, limit: int, against: str = "none") -> set[object] | None:
    """The outcomes of brute force that source sets do not give; None if there are too many runs."""
    path.write_text(text)
    program = loader.load(path, path.stem).program
    every = outcomes(program, against, limit)
    if every is None:
        return None
    reduced = outcomes(program, "source", limit)
    assert reduced is not None
    assert reduced <= every
    return every - reduced


@pytest.mark.parametrize("part", range(3))
def test_two_threads_lose_no_outcome(part: int, tmp_path: Path) -> None:
    """Source sets give the outcomes that brute force gives, on every random program."""
    compared = 0
    for seed in range(part * 10, part * 10 + 10):
        text = source(seed, 2, 1)
        missing = lost(text, tmp_path / f"outcomes{seed}.py", 300)
        compared += missing is not None

        assert not missing, f"seed {seed}\n{text}"
    assert compared > 5


def test_three_threads_lose_no_outcome(tmp_path: Path) -> None:
    """As with two threads; against sleep sets, for all orders of three would be thousands."""
    compared = 0
    for seed in range(20):
        text = source(seed, 3, 1)
        missing = lost(text, tmp_path / f"three{seed}.py", 300, against="sleep")
        compared += missing is not None

        assert not missing, f"seed {seed}\n{text}"
    assert compared > 10


SEVERAL = """
import threading

def program():
    a, b, out = [1], [], []
    t = threading.Thread(target=lambda: {one})
    u = threading.Thread(target=lambda: {two})
    t.start()
    u.start()
    {look}
    t.join()
    u.join()
    return repr((a, b, out))
"""


def test_one_step_on_several_objects_is_one_step(tmp_path: Path) -> None:
    """A write to one of two compared containers cannot fall between the looks at them."""
    for number, (one, look) in enumerate(
        [
            ("a.append(3)", "out.append(str([a, b]))"),
            ("a.clear()", "out.append(a == b)"),
            ("a.clear()", "out.append(f'{[b, a]}')"),
        ]
    ):
        text = SEVERAL.format(one=one, two="b.append(2)", look=look)

        assert lost(text, tmp_path / f"several{number}.py", 3000) == set(), text
