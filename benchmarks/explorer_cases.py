"""The programs of the explorer's benchmark, as every tool takes them: a state, threads, a claim."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from typing import Any, NamedTuple


class Case(NamedTuple):
    """One program; `claim` is asked about the state when all threads have ended."""

    setup: Callable[[], Any]
    threads: list[Callable[[Any], object]]
    claim: Callable[[Any], bool]
    plain: bool = True  # whether it may be run on plain threads, where nobody ends a deadlock


def body_of(case: Case) -> Callable[[], None]:
    """The case as one function that starts the threads and asserts the claim."""

    def body() -> None:
        state = case.setup()
        threads = [threading.Thread(target=act, args=(state,)) for act in case.threads]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert case.claim(state)

    return body


class Counter:
    def __init__(self) -> None:
        self.value = 0

    def increment(self) -> None:
        value = self.value
        self.value = value + 1


class Store:
    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.seen: set[str] = set()
        self.total = 0

    def apply_in_two_sections(self) -> None:
        with self.lock:
            duplicate = "job" in self.seen
        if not duplicate:
            with self.lock:
                self.total += 5
                self.seen.add("job")

    def apply(self) -> None:
        with self.lock:
            if "job" not in self.seen:
                self.total += 5
                self.seen.add("job")


class Locks:
    def __init__(self) -> None:
        self.one = threading.Lock()
        self.other = threading.Lock()

    def forwards(self) -> None:
        with self.one, self.other:
            pass

    def backwards(self) -> None:
        with self.other, self.one:
            pass


class Line:
    def __init__(self) -> None:
        self.jobs: queue.Queue[tuple[str, int]] = queue.Queue(maxsize=1)
        self.got: list[tuple[str, int]] = []

    def produce(self, name: str) -> None:
        for number in range(2):
            self.jobs.put((name, number))

    def consume(self) -> None:
        for _ in range(4):
            self.got.append(self.jobs.get())

    def in_order(self) -> bool:
        return all([n for owner, n in self.got if owner == name] == [0, 1] for name in "AB")


class Switch:
    def __init__(self) -> None:
        self.on = False

    def spin(self) -> None:
        while not self.on:
            pass


class First:
    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.name = ""

    def come(self, name: str) -> None:
        with self.lock:
            if not self.name:
                self.name = name


CASES = {
    "a lost update": Case(Counter, [Counter.increment] * 2, lambda c: c.value == 2),
    "b check, then act": Case(Store, [Store.apply_in_two_sections] * 2, lambda s: s.total == 5),
    "c check and act": Case(Store, [Store.apply] * 2, lambda s: s.total == 5),
    "c with 4 threads": Case(Store, [Store.apply] * 4, lambda s: s.total == 5),
    "d opposite locks": Case(Locks, [Locks.forwards, Locks.backwards], lambda _: True, plain=False),
    "e bounded queue": Case(
        Line,
        [lambda line: line.produce("A"), lambda line: line.produce("B"), Line.consume],
        Line.in_order,
    ),
    "f endless loop": Case(Switch, [Switch.spin, lambda _: None], lambda _: True, plain=False),
    "g the second first": Case(
        First, [lambda f: f.come("A"), lambda f: f.come("B")], lambda f: f.name == "A"
    ),
}
