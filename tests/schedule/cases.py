"""Small concurrent programs whose number of schedules is known; loaded instrumented by the tests."""

import queue
import threading
from collections.abc import Callable

from labs.kit.schedule import choice


def together(*actions: Callable[[], object]) -> None:
    """Run every action in a thread of its own, and wait for all."""
    threads = [threading.Thread(target=action) for action in actions]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


class Counter:
    def __init__(self) -> None:
        self.value = 0

    def increment(self) -> None:
        value = self.value
        self.value = value + 1


def lost_update() -> None:
    counter = Counter()
    together(counter.increment, counter.increment)
    assert counter.value == 2


class Store:
    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.seen: set[str] = set()
        self.total = 0

    def apply_in_two_sections(self, key: str, amount: int) -> None:
        with self.lock:
            duplicate = key in self.seen
        if not duplicate:
            with self.lock:
                self.total += amount
                self.seen.add(key)

    def apply(self, key: str, amount: int) -> None:
        with self.lock:
            if key in self.seen:
                return
            self.total += amount
            self.seen.add(key)


def check_then_act() -> None:
    store = Store()
    together(*[lambda: store.apply_in_two_sections("job", 5)] * 2)
    assert store.total == 5


def check_and_act(threads: int = 2) -> None:
    store = Store()
    together(*[lambda: store.apply("job", 5)] * threads)
    assert store.total == 5


def check_and_act_by_3() -> None:
    check_and_act(3)


def check_and_act_by_4() -> None:
    check_and_act(4)


def check_and_act_by_5() -> None:
    check_and_act(5)


def opposite_orders() -> None:
    one, other = threading.Lock(), threading.Lock()

    def forwards() -> None:
        with one, other:
            pass

    def backwards() -> None:
        with other, one:
            pass

    together(forwards, backwards)


def producers_and_consumer() -> None:
    jobs: queue.Queue[tuple[str, int]] = queue.Queue(maxsize=1)
    got: list[tuple[str, int]] = []

    def produce(name: str) -> None:
        for number in range(2):
            jobs.put((name, number))

    def consume() -> None:
        got.extend([jobs.get() for _ in range(4)])

    together(lambda: produce("A"), lambda: produce("B"), consume)
    for name in "AB":
        assert [number for owner, number in got if owner == name] == [0, 1]


def one_job_two_workers() -> None:
    """A job comes to two workers, each of which may crash before its ack and before its goodbye."""
    effects: list[str] = []

    def work(name: str) -> str:
        effects.append(name)
        if choice(2, "crash before the ack"):
            return "lost ack"
        if choice(2, "crash before the goodbye"):
            return "no goodbye"
        return "done"

    together(lambda: work("A"), lambda: work("B"))
    assert sorted(effects) == ["A", "B"]


class Switch:
    def __init__(self) -> None:
        self.on = False


def spin_for_ever() -> None:
    switch = Switch()

    def spin() -> None:
        while not switch.on:
            pass

    together(spin, lambda: None)


class First:
    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.name = ""

    def come(self, name: str) -> None:
        with self.lock:
            if not self.name:
                self.name = name


def first_come() -> None:
    first = First()
    together(lambda: first.come("A"), lambda: first.come("B"))
    assert first.name == "A"


class Numbers:
    def __init__(self) -> None:
        self.x = 0
        self.y = 0

    def add(self) -> None:
        self.x += 1
        self.y += self.x

    def double(self) -> None:
        self.y = self.y * 2 + 1

    def mix(self) -> None:
        self.x = self.x * 3 + self.y


def three_racing() -> None:
    numbers = Numbers()
    together(numbers.add, numbers.double, numbers.mix)


def feeder_and_two_workers() -> None:
    jobs: queue.Queue[int | None] = queue.Queue()
    done: list[int] = []
    lock = threading.Lock()

    def feed() -> None:
        for number in range(3):
            jobs.put(number)
        jobs.put(None)
        jobs.put(None)

    def work() -> None:
        while (number := jobs.get()) is not None:
            with lock:
                done.append(number)

    together(feed, work, work)
    assert sorted(done) == [0, 1, 2]
