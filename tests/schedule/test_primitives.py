"""One thread cannot tell a modelled primitive from the real one: results, errors and their texts."""

from __future__ import annotations

import copy
import queue
import random
import sys
import threading
from collections.abc import Callable
from types import ModuleType
from typing import Any

import pytest

from labs.kit.schedule import explore
from labs.kit.schedule.modelled import MODULES

Call = Callable[[Any], object]


def entered(thing: Any) -> object:
    with thing as answer:
        return answer


LOCK: list[Call] = [
    lambda x: x.acquire(False),
    lambda x: x.acquire(blocking=False),
    lambda x: x.acquire(timeout=0),
    lambda x: x.acquire(False, 1),
    lambda x: x.acquire(True, -2),
    lambda x: x.acquire(timeout=1e20),
    lambda x: x.release(),
    lambda x: x.release(),
]
PLAIN_LOCK: list[Call] = [
    *LOCK,
    lambda x: x.locked(),
    lambda x: None if x.locked() else entered(x),
    lambda x: None if x.locked() else x.acquire(),
]
AGAIN: list[Call] = [lambda x: x.acquire(), entered]
CONDITION: list[Call] = [
    lambda x: x.acquire(),
    lambda x: x.release(),
    lambda x: x.wait(0),
    lambda x: x.wait(-1),
    lambda x: x.notify(),
    lambda x: x.notify(2),
    lambda x: x.notify_all(),
    lambda x: x.wait_for(lambda: 7),
    lambda x: x.wait_for(lambda: 0, 0),
    entered,
]
EVENT: list[Call] = [
    lambda x: x.set(),
    lambda x: x.clear(),
    lambda x: x.is_set(),
    lambda x: x.wait(0),
    lambda x: x.is_set() and x.wait(),
]
SEMAPHORE: list[Call] = [
    lambda x: x.acquire(False),
    lambda x: x.acquire(timeout=0),
    lambda x: x.acquire(False, timeout=1),
    lambda x: x.release(),
    lambda x: x.release(2),
    lambda x: x.release(0),
    lambda x: x.acquire(False) and [x.release(), entered(x)],
]
BARRIER: list[Call] = [
    lambda x: x.wait(0),
    lambda x: x.parties,
    lambda x: x.n_waiting,
    lambda x: x.broken,
    lambda x: x.abort(),
    lambda x: x.reset(),
    lambda x: x.reset(),
]
SIMPLE_QUEUE: list[Call] = [
    lambda x: x.put(random_item()),
    lambda x: x.put_nowait(3),
    lambda x: x.get_nowait(),
    lambda x: x.get(False),
    lambda x: x.get(timeout=0),
    lambda x: x.get(timeout=-1),
    lambda x: x.qsize(),
    lambda x: x.empty(),
    lambda x: None if x.empty() else x.get(),
]
QUEUE: list[Call] = [
    *SIMPLE_QUEUE[1:],
    lambda x: x.put(5, block=False),
    lambda x: x.put(4, timeout=0),
    lambda x: x.put(2, timeout=-1),
    lambda x: None if x.full() else x.put(1),
    lambda x: x.full(),
    lambda x: x.task_done(),
    lambda x: x.unfinished_tasks,
    lambda x: x.join() if not x.unfinished_tasks else None,
]
SHUTDOWN: list[Call] = [lambda x: x.shutdown(), lambda x: x.shutdown(immediate=True)]


REAL: dict[str, Any] = {"queue": queue, "threading": threading}


def random_item() -> int:
    return 6


CASES: dict[str, tuple[Call, list[Call]]] = {
    "Lock": (lambda m: m.Lock(), PLAIN_LOCK),
    "RLock": (lambda m: m.RLock(), [*LOCK, *AGAIN]),
    "Condition": (lambda m: m.Condition(), CONDITION),
    "Condition of a Lock": (lambda m: m.Condition(m.Lock()), CONDITION[1:9]),
    "Event": (lambda m: m.Event(), EVENT),
    "Semaphore": (lambda m: m.Semaphore(2), SEMAPHORE),
    "Semaphore of -1": (lambda m: m.Semaphore(-1), SEMAPHORE),
    "BoundedSemaphore": (lambda m: m.BoundedSemaphore(2), SEMAPHORE),
    "Barrier of one": (lambda m: m.Barrier(1), BARRIER),
    "Barrier of two": (lambda m: m.Barrier(2), BARRIER),
    "Barrier of none": (lambda m: m.Barrier(0), BARRIER),
    "Barrier with a broken action": (lambda m: m.Barrier(1, lambda: 1 / 0), BARRIER),
    "Queue": (lambda m: m.Queue(2), QUEUE),
    "Queue without bounds": (lambda m: m.Queue(), QUEUE),
    "LifoQueue": (lambda m: m.LifoQueue(3), QUEUE),
    "PriorityQueue": (lambda m: m.PriorityQueue(3), QUEUE),
    "SimpleQueue": (lambda m: m.SimpleQueue(), SIMPLE_QUEUE),
}
if sys.version_info >= (3, 13):
    CASES["Queue to shut down"] = (lambda m: m.Queue(2), [*QUEUE, *SHUTDOWN])
    CASES["LifoQueue to shut down"] = (lambda m: m.LifoQueue(2), [*QUEUE, *SHUTDOWN])


def told(make: Call, calls: list[Call], module: ModuleType) -> list[object]:
    """What each call answers or raises."""
    answers: list[object] = []
    try:
        thing = make(module)
    except ValueError as error:
        return [str(error)]
    for call in calls:
        try:
            answer = call(thing)
            answers.append(answer if isinstance(answer, (int, list, type(None))) else "itself")
        except Exception as error:  # noqa: BLE001 - compared
            answers.append((type(error), str(error)))
    return answers


def sequences(kind: str) -> list[list[Call]]:
    rng = random.Random(kind)
    return [rng.choices(CASES[kind][1], k=rng.randint(1, 12)) for _ in range(300)]


def module_of(kind: str, modules: dict[str, Any]) -> ModuleType:
    return modules["queue" if "Queue" in kind else "threading"]


@pytest.mark.parametrize("kind", CASES)
def test_calls_answer_as_the_real_ones(kind: str) -> None:
    """Random calls on a modelled object inside a run answer what the real object answers."""
    make = CASES[kind][0]
    modelled: list[list[object]] = []

    def body() -> None:
        modelled[:] = [told(make, calls, module_of(kind, MODULES)) for calls in sequences(kind)]

    found = explore(body, max_steps=100_000, reset=lambda: None)

    assert (found.verdict, found.explored) == ("HOLDS", 1)
    assert modelled == [told(make, calls, module_of(kind, REAL)) for calls in sequences(kind)]


@pytest.mark.parametrize("kind", CASES)
def test_calls_outside_a_run_answer_as_the_real_ones(kind: str) -> None:
    """The same holds while a module is imported, when no run is live."""
    make = CASES[kind][0]

    for calls in sequences(kind)[:100]:
        assert told(make, calls, module_of(kind, MODULES)) == told(
            make, calls, module_of(kind, REAL)
        )


@pytest.mark.parametrize("kind", sorted(CASES.keys() - {"Semaphore of -1", "Barrier of none"}))
def test_none_of_them_can_be_copied(kind: str) -> None:
    """Copying and pickling are refused as the real ones refuse them."""
    for thing in (CASES[kind][0](module_of(kind, modules)) for modules in (MODULES, REAL)):
        with pytest.raises(TypeError, match="cannot pickle"):
            copy.deepcopy(thing)


def test_queues_can_be_annotated() -> None:
    """`queue.Queue[int]` in an annotation means what it says."""
    assert [MODULES["queue"].Queue[int].__args__, MODULES["queue"].SimpleQueue[str].__args__] == [
        (int,),
        (str,),
    ]


@pytest.mark.parametrize("name", ["mutex", "not_empty", "not_full", "all_tasks_done"])
def test_the_inside_of_a_queue_is_not_seen(name: str) -> None:
    """Code that reaches for a queue's own lock gets INCOMPLETE, not a wrong verdict."""
    found = explore(lambda: getattr(MODULES["queue"].Queue(), name), reset=lambda: None)

    assert (found.verdict, found.reason) == ("INCOMPLETE", f"not seen: queue.Queue.{name}")


def test_shutdown_is_there_where_the_real_one_has_it() -> None:
    """`Queue.shutdown` and `queue.ShutDown` exist from 3.13 on, as in the standard library."""
    modelled = MODULES["queue"]

    assert hasattr(modelled.Queue, "shutdown") == hasattr(queue.Queue, "shutdown")
    assert hasattr(modelled, "ShutDown") == hasattr(queue, "ShutDown")


@pytest.mark.parametrize("name", ["Empty", "Full"])
def test_exceptions_of_queues_are_the_real_ones(name: str) -> None:
    """Code that is not instrumented can catch what a modelled queue raises."""
    assert getattr(MODULES["queue"], name) is getattr(queue, name)


@pytest.mark.parametrize("name", ["BrokenBarrierError", "ThreadError", "ExceptHookArgs"])
def test_exceptions_of_threading_are_the_real_ones(name: str) -> None:
    """Code that is not instrumented can catch what modelled threading raises."""
    assert getattr(MODULES["threading"], name) is getattr(threading, name)
