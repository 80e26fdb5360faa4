"""Random small programs, and the set of outcomes that an exploration of one sees."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from labs.kit.schedule import verdict
from labs.kit.schedule.baton import live, point
from labs.kit.schedule.dependency import Relation, fine
from labs.kit.schedule.modelled import MODULES
from labs.kit.schedule.play import Rules, Timeouts, collecting_between_runs, play
from labs.kit.schedule.search import Reduction, Search

threading, queues = MODULES["threading"], MODULES["queue"]

Operation = tuple[Any, ...]


@dataclass(frozen=True)
class Program:
    """What each thread does, and how the body ends all but the first, which is itself."""

    threads: list[list[Operation]]
    ends: list[str]  # "join" it, "leave" it running, or make it a "daemon"

    def __repr__(self) -> str:
        steps = [[(act.__name__, *rest) for act, *rest in thread] for thread in self.threads]
        return f"{self.ends} {steps}"


class World:
    """What the threads of a random program share; every access is announced by hand."""

    def __init__(self) -> None:
        self.variables = {"x": 0, "y": 0}
        self.locks = {"L": threading.Lock(), "M": threading.RLock()}
        self.condition = threading.Condition(self.locks["L"])
        self.queues = {
            "bounded": queues.Queue(1),
            "free": queues.Queue(),
            "stack": queues.LifoQueue(),
        }
        self.barrier = threading.Barrier(2)
        self.event = threading.Event()
        self.semaphore = threading.Semaphore(1)
        self.finals: dict[int, int] = {}

    def state(self) -> tuple[Any, ...]:
        """All that a run has left behind."""
        inside = [tuple(queue.queue) for queue in self.queues.values()]
        undone = [queue.unfinished_tasks for queue in self.queues.values()]
        flags = (self.event._flag, *self.variables.values())
        return (*sorted(self.finals.items()), *inside, *undone, *flags)


def read(world: World, seen: int, name: str) -> int:
    point("read", (name, ""), False)
    return seen * 7 + world.variables[name]


def write(world: World, seen: int, name: str, value: int) -> int:
    point("write", (name, ""), True)
    world.variables[name] = value + seen % 100
    return seen


def acquire(world: World, seen: int, name: str) -> int:
    world.locks[name].acquire()
    return seen


def release(world: World, seen: int, name: str) -> int:
    world.locks[name].release()
    return seen


def try_lock(world: World, seen: int, name: str, timeout: float) -> int:
    if world.locks[name].acquire(timeout=timeout) if timeout else world.locks[name].acquire(False):
        world.locks[name].release()
        return seen * 5 + 1
    return seen * 5 + 2


def put(world: World, seen: int, name: str, item: int) -> int:
    world.queues[name].put(item)
    return seen


def get(world: World, seen: int, name: str, timeout: float | None) -> int:
    try:
        return seen * 3 + int(world.queues[name].get(timeout=timeout))
    except queues.Empty:
        return seen * 3 + 11


def get_now(world: World, seen: int, name: str) -> int:
    try:
        return seen * 3 + int(world.queues[name].get_nowait())
    except queues.Empty:
        return seen * 3 + 13


def work_done(world: World, seen: int, name: str) -> int:
    try:
        world.queues[name].task_done()
    except ValueError:
        return seen * 3 + 17
    return seen


def join(world: World, seen: int, name: str) -> int:
    world.queues[name].join()
    return seen + 1


def set_event(world: World, seen: int) -> int:
    world.event.set()
    return seen


def clear_event(world: World, seen: int) -> int:
    world.event.clear()
    return seen


def ask_event(world: World, seen: int) -> int:
    return seen * 2 + world.event.is_set()


def await_event(world: World, seen: int, timeout: float | None) -> int:
    return seen * 2 + world.event.wait(timeout)


def wait(world: World, seen: int, timeout: float | None) -> int:
    with world.condition:
        return seen * 2 + world.condition.wait(timeout)


def notify(world: World, seen: int, everyone: bool) -> int:
    with world.condition:
        world.condition.notify(2 if everyone else 1)
    return seen


def enter(world: World, seen: int, name: str) -> int:
    with world.semaphore:
        return read(world, seen, name)


def choose(world: World, seen: int) -> int:  # noqa: ARG001 - as every operation
    run = live()
    assert run is not None
    return seen * 2 + run.choose(2, "")


def sleep(world: World, seen: int) -> int:  # noqa: ARG001 - as every operation
    MODULES["time"].sleep(1)
    return seen


def look_at_clock(world: World, seen: int) -> int:  # noqa: ARG001 - as every operation
    return seen * 3 + int(MODULES["time"].monotonic())


def meet(world: World, seen: int, timeout: float | None) -> int:
    try:
        return seen * 3 + int(world.barrier.wait(timeout))
    except threading.BrokenBarrierError:
        return seen * 3 + 19


def fail(world: World, seen: int) -> int:  # noqa: ARG001 - as every operation
    raise ValueError(seen)


def spawn(world: World, seen: int, name: str) -> int:
    thread = threading.Thread(target=write, args=(world, seen, name, 4))
    thread.start()
    return seen * 2 + thread.is_alive()


def generate(rng: random.Random, clock: bool = False) -> Program:
    """A program of two or three threads; many of them can deadlock."""
    count = rng.choice((2, 2, 3))
    ends = [rng.choice(("join", "join", "leave", "daemon")) for _ in range(1, count)]
    return Program(
        [_thread_of(rng, rng.randint(1, 5 - count), clock) for _ in range(count)], ["body", *ends]
    )


def _thread_of(rng: random.Random, length: int, clock: bool) -> list[Operation]:
    operations: list[Operation] = []
    held: list[str] = []
    for _ in range(length):
        kind = rng.randrange(8)
        if kind == 0 and len(held) < 2:
            held.append(rng.choice([name for name in "LM" if name not in held]))
            operations.append((acquire, held[-1]))
        elif kind == 1 and held:
            operations.append((release, held.pop()))
        else:
            operations.append(_operation(rng, clock))
    return operations + [(release, name) for name in reversed(held)]


def _operation(rng: random.Random, clock: bool) -> Operation:
    """One operation; the families that lose outcomes most easily come most often."""
    queue = rng.choice(("bounded", "free", "free", "stack"))
    limit = rng.choice((None, 1))
    families: list[list[Operation]] = [
        [(read, "x"), (read, "y")],
        [(write, "x", rng.randint(1, 9)), (write, "y", rng.randint(1, 9))],
        [(put, queue, rng.randint(1, 9))],
        [(get, queue, None), (get, queue, limit), (get_now, queue)],
        [(try_lock, "M", 0), (try_lock, "L", 1)],
        [(set_event,), (clear_event,), (ask_event,), (await_event, limit)],
        [(wait, limit), (notify, False), (notify, True)],
        [(enter, "x"), (work_done, queue), (join, queue), (meet, limit)],
        [(choose,), (fail,), (spawn, "x")],
    ]
    if clock:
        families += [[(sleep,), (look_at_clock,)]] * 2
    return rng.choice(rng.choice(families))


def body_of(program: Program, worlds: list[World]) -> Callable[[], None]:
    """The program as a function to explore; `worlds` keeps what the latest run left."""

    def body() -> None:
        worlds[:] = [World()]
        world = worlds[0]

        def act(number: int) -> None:
            seen = 0
            for operation, *arguments in program.threads[number]:
                seen = operation(world, seen, *arguments)
            world.finals[number] = seen

        started = [
            threading.Thread(target=act, args=(number,), daemon=end == "daemon")
            for number, end in enumerate(program.ends)
            if number > 0
        ]
        for thread in started:
            thread.start()
        act(0)
        for thread, end in zip(started, program.ends[1:], strict=True):
            if end == "join":
                thread.join()

    return body


class TooLarge(Exception):
    """The program has more runs than the test wants to see."""


ENDINGS = (verdict.HOLDS, verdict.DEADLOCK, verdict.LEAKED, verdict.BROKEN)


def outcomes(
    program: Program,
    reduction: Reduction,
    *,
    dependent: Relation = fine,
    timeouts: Timeouts = "choice",
    timed: bool = False,
    runs_max: int = 20_000,
    search: Search | None = None,
) -> tuple[set[Any], int]:
    """All that can come of the program, and how many runs it took to see it."""
    search = search or Search(reduction, dependent)
    worlds: list[World] = []
    body = body_of(program, worlds)
    rules = Rules(timeouts=timeouts, timed=timed, halts=False)
    seen: set[Any] = set()
    with collecting_between_runs():  # what earlier tests left behind is finalised in no run
        for runs in range(1, runs_max):
            run = play(body, search, rules)
            search.check(run)
            if run.verdict in ENDINGS:
                seen.add((run.verdict, worlds[0].state()))
            elif run.verdict != verdict.BLOCKED:
                raise AssertionError(f"{run.verdict} {run.reason} {program}")
            if not search.next(run):
                return seen, runs
    raise TooLarge
