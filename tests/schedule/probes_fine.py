# ruff: noqa - ordinary code of every make is wanted here
"""Ordinary programs that hold in every schedule: none of them may end as INCOMPLETE.

This file is not imported by tests: it is loaded instrumented, and each function is explored.
"""

from __future__ import annotations

import abc
import bisect
import collections
import contextlib
import copy
import dataclasses
import datetime
import enum
import functools
import heapq
import importlib
import itertools
import json
import logging
import math
import operator
import queue
import re
import statistics
import string
import threading
import time
import typing
from collections import Counter, OrderedDict, defaultdict, deque, namedtuple
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from enum import Enum, IntEnum, auto
from fractions import Fraction
from pathlib import PurePosixPath
from threading import Lock as Mutex
from typing import Generic, NamedTuple, Protocol, TypeVar

LOG = logging.getLogger("probes")
LIMIT = 3
REGISTRY: dict[str, Callable[..., object]] = {}
T = TypeVar("T")


def together(*jobs):
    threads = [threading.Thread(target=job) for job in jobs]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def registered(function):
    REGISTRY[function.__name__] = function
    return function


@registered
def hello(name: str = "you") -> str:
    return f"hello {name}"


class Colour(Enum):
    RED = 1
    GREEN = 2

    @property
    def loud(self):
        return self.name.upper() + "!"


class Level(IntEnum):
    LOW = auto()
    HIGH = auto()


@dataclass(frozen=True, order=True)
class Job:
    key: str
    amount: int = 1

    def __post_init__(self):
        object.__setattr__(self, "key", self.key.strip())


@dataclass(slots=True)
class Slot:
    value: int = 0
    names: list[str] = field(default_factory=list)


@dataclass
class Record:
    name: str
    values: list[int] = field(default_factory=list)

    def total(self) -> int:
        return sum(self.values)


class Pair(NamedTuple):
    left: int
    right: int


Point = namedtuple("Point", "x y")


class Shape(abc.ABC):
    @abc.abstractmethod
    def area(self) -> float: ...


class Square(Shape):
    def __init__(self, side: float) -> None:
        self.side = side

    def area(self) -> float:
        return self.side**2

    @functools.cached_property
    def root(self) -> float:
        return math.sqrt(self.area())


class Stack(Generic[T]):
    def __init__(self) -> None:
        self._items: list[T] = []
        self._lock = threading.Lock()

    def push(self, item: T) -> None:
        with self._lock:
            self._items.append(item)

    def __len__(self) -> int:
        with self._lock:
            return len(self._items)


class Sized(Protocol):
    def __len__(self) -> int: ...


class Failed(Exception):
    def __init__(self, job, *, reason="unknown"):
        super().__init__(f"{job} failed: {reason}")
        self.job = job
        self.reason = reason


def guarded(body):
    """Run the body in two threads, one after the other by a lock."""
    lock = threading.Lock()

    def job():
        with lock:
            body()

    together(job, job)


def lists():
    shared = [3, 1, 2]

    def body():
        shared.append(len(shared))
        shared.sort(key=lambda v: -v)
        shared.extend(reversed(shared[:1]))
        shared[0], shared[-1] = shared[-1], shared[0]
        shared.insert(0, max(shared, key=abs))
        assert shared.index(2) >= 0 and shared.count(1) and sorted(shared)[0] == 1
        del shared[0]
        shared[1:2] = [v * 2 for v in shared[1:2]]
        first, *rest = shared
        print("list", shared, *rest, sep=",", end="\n", flush=False)

    guarded(body)


def dicts():
    shared = {"a": 1}

    def body():
        shared.setdefault("b", []).append(1)
        shared.update(c=2, **{"d": 3})
        shared["a"] += 1
        shared |= {"e": 4} if False else {}
        merged = {**shared, "z": 0} | {"y": 1}
        assert list(merged)[0] == "a" and {k: v for k, v in shared.items() if k != "b"}
        for key, value in sorted(shared.items(), key=lambda item: item[0]):
            assert key in shared and shared.get(key) == value
        shared.pop("c", None)

    lock = threading.Lock()

    def job():
        nonlocal shared
        with lock:
            shared = dict(shared, n=1)

    together(job, job)
    shared2 = {"a": 1}
    guarded(lambda: shared2.update({k: v + 1 for k, v in shared2.items()}))
    assert shared2 == {"a": 3}


def collections_of_the_library():
    counts, groups, recent = Counter(), defaultdict(list), deque(maxlen=2)
    order = OrderedDict()

    def body():
        counts.update("hello")
        counts["x"] += 1
        groups[len(groups)].append(counts.most_common(1))
        recent.append(counts.total())
        recent.extendleft([0])
        order["a"] = 1
        order.move_to_end("a")
        assert isinstance(counts, Mapping) and counts & Counter("h")

    guarded(body)
    assert counts["l"] == 4 and list(recent)[0] == 0 and dict(groups)


def records():
    record = Record("r")

    def body():
        record.values.append(1)
        again = dataclasses.replace(record, name="s")
        assert again != record and dataclasses.asdict(record)["name"] == "r"
        assert record == Record("r", list(record.values)) and "r" in repr(record)
        assert copy.deepcopy(record) == record and copy.copy(record).total() == record.total()
        assert [f.name for f in dataclasses.fields(record)] == ["name", "values"]

    guarded(body)
    assert record.total() == 2


def frozen_records():
    jobs = {Job(" a "), Job("b", 2)}
    seen = []

    def body():
        assert Job("a") in jobs and sorted(jobs)[0].key == "a" and hash(Job("a")) == hash(Job("a"))
        seen.append(max(jobs).amount)
        match Job("b", 2):
            case Job(key="b", amount=amount) if amount in seen:
                pass
            case _:
                raise AssertionError

    guarded(body)


def slotted_records():
    slot = Slot()

    def body():
        slot.value += 1
        slot.names.append(f"{slot.value}")
        assert slot == Slot(slot.value, list(slot.names))

    guarded(body)
    assert slot.names == ["1", "2"]


def enums():
    seen = []

    def body():
        assert Colour(1) is Colour.RED and Colour["GREEN"].value == 2 and Colour.RED.loud == "RED!"
        assert Level.LOW < Level.HIGH and list(Colour) and Colour.RED in {Colour.RED: 1}
        seen.append(Colour.GREEN)

    guarded(body)


def named_tuples():
    seen = []

    def body():
        one = Pair(1, right=2)
        left, right = one
        assert one._replace(left=3).left == 3 and Point(x=1, y=2)._asdict() == {"x": 1, "y": 2}
        seen.append(one)

    guarded(body)
    assert seen == [(1, 2), (1, 2)]


def iterators():
    seen = []

    def numbers(limit) -> Iterator[int]:
        value = yield 0
        try:
            while value is None or value < limit:
                value = yield 1
                limit -= 1
        finally:
            seen.append("end")

    def body():
        assert list(itertools.islice(itertools.chain([1], numbers(3)), 3)) == [1, 0, 1]
        assert sum(itertools.accumulate(range(3))) == 4
        assert list(zip("ab", itertools.count(1), strict=False)) == [("a", 1), ("b", 2)]
        assert [list(g) for _, g in itertools.groupby([1, 1, 2])] == [[1, 1], [2]]
        assert list(map(operator.add, [1], [2])) == [3] and list(filter(None, [0, 1])) == [1]
        assert next(iter({1: 2}.values())) == 2 and dict(enumerate("a")) == {0: "a"}
        assert any(v for v in numbers(1)) and functools.reduce(lambda a, b: a + b, [1, 2]) == 3

    guarded(body)


def texts():
    seen = []

    def body():
        text = " ".join(["a", "b"]).title().replace("A", "c")
        assert re.sub(r"\s+", "-", text) == "c-B" and re.match(r"(?P<x>.)", text)["x"] == "c"
        assert json.loads(json.dumps({"k": [1, None]}, sort_keys=True)) == {"k": [1, None]}
        assert string.Template("$a").substitute(a=1) == "1" and f"{1.5:.2f}|{'x':>3}" == "1.50|  x"
        assert "%s-%d" % ("a", 1) == "a-1" and "{0}{b}".format(1, b=2) == "12"
        assert PurePosixPath("a") / "b" == PurePosixPath("a/b")
        seen.append(text)
        LOG.debug("seen %s", seen)

    guarded(body)


def numbers():
    seen = []

    def body():
        assert Decimal("1.1") + 1 == Decimal("2.1") and Fraction(1, 2) * 2 == 1
        assert math.isclose(statistics.mean([1, 2]), 1.5) and round(2.567, 1) == 2.6
        assert datetime.timedelta(hours=1).total_seconds() == 3600.0
        assert divmod(7, 2) == (3, 1) and abs(-1) == 1 and int("3") + float("1.0") == 4
        heapq.heappush(seen, 3)
        bisect.insort(seen, 1)

    guarded(body)


def context_managers():
    seen = []

    @contextlib.contextmanager
    def noted(name):
        seen.append(f"enter {name}")
        try:
            yield name
        finally:
            seen.append(f"leave {name}")

    def body():
        with noted("a") as a, contextlib.suppress(KeyError), contextlib.ExitStack() as stack:
            stack.enter_context(noted("b"))
            stack.callback(seen.append, "called")
            raise KeyError(a)

    guarded(body)
    assert len(seen) == 10


def decorators():
    calls = []

    def traced(function):
        @functools.wraps(function)
        def wrapper(*args, **kwargs):
            calls.append(function.__name__)
            return function(*args, **kwargs)

        return wrapper

    @traced
    def add(a, b=1):
        return a + b

    @functools.singledispatch
    def show(value):
        return "any"

    @show.register
    def _(value: int):
        return "int"

    @functools.cache
    def square(n):
        return n * n

    @functools.total_ordering
    class Version:
        def __init__(self, n):
            self.n = n

        def __eq__(self, other):
            return self.n == other.n

        def __lt__(self, other):
            return self.n < other.n

    def body():
        assert add(1) == 2 and functools.partial(add, 1, b=2)() == 3
        assert show(1) == "int" and show("") == "any" and square(3) == 9
        assert Version(1) <= Version(2) and sorted([Version(2), Version(1)])[0].n == 1
        assert REGISTRY["hello"]("me") == "hello me" and hello() == "hello you"

    guarded(body)


def classes():
    stack: Stack[int] = Stack()
    square = Square(2)

    def body():
        stack.push(1)
        assert square.area() == 4 and square.root == 2 and isinstance(square, Shape)
        assert len(stack) >= 1 and callable(stack.push) and hasattr(stack, "push")
        assert typing.get_type_hints(Pair)["left"] is int

    guarded(body)
    assert len(stack) == 2


def errors():
    seen = []

    def body():
        try:
            try:
                raise Failed(Job("a"), reason="no")
            except Failed as error:
                seen.append((str(error), error.reason, error.job.key))
                raise ValueError("outer") from error
        except (ValueError, KeyError) as error:
            assert isinstance(error.__cause__, Failed)
        try:
            raise ExceptionGroup("many", [ValueError(1), KeyError(2)])
        except* ValueError as group:
            seen.append(len(group.exceptions))
        except* KeyError:
            pass
        with contextlib.suppress(ZeroDivisionError):
            1 / 0

    guarded(body)


def queues_and_workers():
    jobs, done = queue.Queue(), []
    stop = object()

    def worker():
        while (job := jobs.get()) is not stop:
            done.append(job * 2)
            jobs.task_done()

    thread = threading.Thread(target=worker, name="worker", daemon=True)
    thread.start()
    for number in range(LIMIT):
        jobs.put(number)
    jobs.join()
    jobs.put(stop)
    thread.join()
    assert done == [0, 2, 4] and jobs.empty()


def methods_as_targets():
    jobs = queue.Queue()
    out = []
    lock = Mutex()

    def take():
        value = jobs.get()
        with lock:
            out.append(value)

    threads = [threading.Thread(target=jobs.put, args=(n,)) for n in range(1)]
    threads.append(threading.Thread(target=take))
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert out == [0]


def locals_of_a_thread():
    local = threading.local()
    seen = []

    def job():
        local.value = getattr(local, "value", 0) + 1
        seen.append(local.value)

    together(job, job)
    assert seen == [1, 1]


def imports():
    import threading as t
    from queue import SimpleQueue

    assert importlib.import_module("threading") is t is __import__("threading")
    assert importlib.import_module("json") is json
    lock, box = t.Lock(), SimpleQueue()

    def job():
        import time as clock

        with lock:
            box.put(clock.monotonic() >= 0)

    together(job, job)
    assert box.get() and box.get()


def conditions():
    ready, state = threading.Condition(), {"n": 0}

    def wait():
        with ready:
            ready.wait_for(lambda: state["n"] == 1)
            state["n"] += 1

    def tell():
        with ready:
            state["n"] += 1
            ready.notify_all()

    together(wait, tell)
    assert state == {"n": 2}


def own_containers():
    class Bag(dict):
        def __missing__(self, key):
            return 0

        def add(self, key):
            self[key] = self[key] + 1

    class Numbers(list):
        def total(self):
            return sum(self)

    class Ring(collections.abc.MutableSequence):
        def __init__(self):
            self.inside = []

        def __getitem__(self, index):
            return self.inside[index]

        def __setitem__(self, index, value):
            self.inside[index] = value

        def __delitem__(self, index):
            del self.inside[index]

        def __len__(self):
            return len(self.inside)

        def insert(self, index, value):
            self.inside.insert(index, value)

    bag, numbers, ring = Bag(), Numbers(), Ring()

    def body():
        bag.add("a")
        numbers.append(1)
        ring.append(numbers.total())
        ring.extend([0])
        ring.reverse()
        assert 0 in ring and list(ring) and ring.index(0) >= 0

    guarded(body)
    assert bag == {"a": 2} and numbers.total() == 2 and len(ring) == 4


def namespaces():
    space = argparse_like(limit=1)

    def body():
        space.limit += 1
        vars(space).setdefault("seen", 0)

    guarded(body)
    assert space.limit == 3 and space.__dict__["seen"] == 0


class argparse_like:
    def __init__(self, **named):
        self.__dict__.update(named)


def patched_methods():
    square = Square(1)
    square.area = lambda: 9

    def body():
        assert square.area() == 9

    guarded(body)


def recursion():
    def depth(n):
        return 0 if n == 0 else 1 + depth(n - 1)

    seen = []
    guarded(lambda: seen.append(depth(20)))
    assert seen == [20, 20]


def waiting():
    started = time.monotonic()
    event = threading.Event()

    def job():
        time.sleep(1)
        event.set()

    together(job, event.wait)
    assert event.is_set() and time.monotonic() >= started
