"""Threads of a run start, end, join, name themselves and keep locals as real ones do."""

from __future__ import annotations

import threading
from collections.abc import Callable
from types import ModuleType
from typing import Any

import pytest
from seen import all_outcomes, ends

from labs.kit.schedule import explore
from labs.kit.schedule.baton import point
from labs.kit.schedule.modelled import MODULES

modelled = MODULES["threading"]

Story = Callable[[ModuleType], list[object]]


def error_of(call: Callable[[], object]) -> object:
    try:
        return call()
    except Exception as error:  # noqa: BLE001 - compared
        return type(error), str(error)


def work() -> None:
    pass


def names(m: Any) -> list[object]:
    m.Thread(target=work)
    by_target, plain = m.Thread(target=work), m.Thread(name="feeder")
    return [
        by_target.name.split("-")[1].lstrip("0123456789"),
        plain.name,
        plain.daemon,
        plain.ident,
        plain.is_alive(),
    ]


def misuse(m: Any) -> list[object]:
    thread = m.Thread(target=work)
    early = error_of(thread.join)
    thread.start()
    again = error_of(thread.start)
    own = error_of(m.current_thread().join)
    thread.join()
    late = error_of(lambda: setattr(thread, "daemon", True))
    return [early, again, own, thread.is_alive(), late, error_of(lambda: m.Thread(group=1))]


def half_made(m: Any) -> list[object]:
    class Half(m.Thread):  # type: ignore[name-defined,misc]
        def __init__(self) -> None:
            pass

    return [error_of(Half().start), error_of(Half().join)]


def subclass(m: Any) -> list[object]:
    class Worker(m.Thread):  # type: ignore[name-defined,misc]
        def __init__(self, jobs: list[int]) -> None:
            super().__init__(name="worker", daemon=True)
            self.jobs = jobs

        def run(self) -> None:
            self.jobs.append(m.current_thread().name)
            self.jobs.append(m.current_thread() is self)

    worker = Worker([])
    worker.start()
    worker.join()
    return [*worker.jobs, worker.daemon]


def daemons(m: Any) -> list[object]:
    children: list[bool] = []
    parent = m.Thread(target=lambda: children.append(m.Thread().daemon), daemon=True)
    parent.start()
    parent.join()
    return [*children, m.Thread().daemon]


def arguments(m: Any) -> list[object]:
    got: list[object] = []
    thread = m.Thread(target=lambda *a, **k: got.extend([a, k]), args=(1, 2), kwargs={"c": 3})
    thread.start()
    thread.join()
    return got


def main(m: Any) -> list[object]:
    inside: list[object] = []
    thread = m.Thread(target=lambda: inside.append(m.main_thread() is m.current_thread()))
    thread.start()
    thread.join()
    return [m.main_thread().name, m.main_thread().daemon, m.main_thread().is_alive(), *inside]


def locals_(m: Any) -> list[object]:
    class Store(m.local):  # type: ignore[name-defined,misc]
        kind = "store"

        def __init__(self, first: int) -> None:
            self.items = [first]

        def add(self, item: int) -> list[int]:
            self.items.append(item)
            return self.items

    store, plain, seen = Store(1), m.local(), []
    store.add(2)
    plain.x = 5

    def look() -> None:
        seen.extend([store.add(3), store.kind, error_of(lambda: plain.x)[0], sorted(vars(store))])

    thread = m.Thread(target=look)
    thread.start()
    thread.join()
    del plain.x
    gone = error_of(lambda: plain.x)[0], error_of(lambda: m.local(1))
    return [store.items, *seen, *gone]


STORIES = [names, misuse, half_made, subclass, daemons, arguments, main, locals_]


@pytest.mark.parametrize("story", STORIES, ids=[story.__name__ for story in STORIES])
def test_threads_answer_as_the_real_ones(story: Story) -> None:
    """What a program asks of its threads gets the answers of the real module, texts included."""
    real: list[object] = []
    asking = threading.Thread(target=lambda: real.extend(story(threading)), name="MainThread")
    if story is main:
        real.extend(story(threading))
    else:
        asking.start()
        asking.join()

    answers: list[object] = []
    found = explore(lambda: answers.__setitem__(slice(None), story(modelled)), reset=lambda: None)

    assert (found.verdict, found.reason) == ("HOLDS", "")
    assert answers == real


def test_join_with_a_timeout_may_come_too_early() -> None:
    """`join(timeout=1)` returns before the end in some schedule, and after it in another."""

    def body() -> bool:
        thread = modelled.Thread(target=lambda: point("work", ("job", ""), True))
        thread.start()
        thread.join(timeout=1)
        return bool(thread.is_alive())

    assert all_outcomes(body) == ends(True, False)


def test_idle_timeouts_let_the_thread_end_first() -> None:
    """With `timeouts="idle"` the same join only returns when the thread has ended."""

    def body() -> bool:
        thread = modelled.Thread(target=lambda: point("work", ("job", ""), True))
        thread.start()
        thread.join(timeout=1)
        return bool(thread.is_alive())

    assert all_outcomes(body, timeouts="idle") == ends(False)


def test_daemons_stop_where_they_stand() -> None:
    """A daemon thread gets as far as any number of its steps before the run ends."""
    steps: list[int] = []

    def body() -> None:
        del steps[:]
        modelled.Thread(target=count, daemon=True).start()

    def count() -> None:
        for number in range(3):
            point("count", ("steps", ""), True)
            steps.append(number)

    seen = set()
    found = explore(
        body, stop_at_first=False, reset=lambda: None, on_run=lambda _: seen.add(len(steps))
    )

    assert (found.verdict, seen) == ("HOLDS", {0, 1, 2, 3})


def test_others_run_on_after_the_body() -> None:
    """A thread that is no daemon is always run to its end."""
    done: list[int] = []

    def body() -> None:
        del done[:]
        modelled.Thread(target=lambda: done.append(1)).start()

    ended = []
    found = explore(
        body, stop_at_first=False, reset=lambda: None, on_run=lambda _: ended.append(len(done))
    )

    assert (found.verdict, set(ended)) == ("HOLDS", {1})


def test_threads_start_threads() -> None:
    """A thread of a thread is a lane like any other, and its race is found."""
    total = [0]

    def add() -> None:
        point("read", ("total", ""), False)
        before = total[0]
        point("write", ("total", ""), True)
        total[0] = before + 1

    def nest() -> None:
        inner = modelled.Thread(target=add)
        inner.start()
        add()
        inner.join()

    def body() -> int:
        total[0] = 0
        outer = modelled.Thread(target=nest)
        outer.start()
        outer.join()
        return total[0]

    assert all_outcomes(body) == ends(1, 2)


def test_an_own_excepthook_takes_the_exception() -> None:
    """Code that replaces `threading.excepthook` is told of the exception, and the run goes on."""
    taken: list[str] = []

    def body() -> list[str]:
        del taken[:]
        modelled.excepthook = lambda args: taken.append(args.exc_type.__name__)
        thread = modelled.Thread(target=lambda: 1 / 0)
        thread.start()
        thread.join()
        return tuple(taken)

    assert all_outcomes(body) == ends(("ZeroDivisionError",))


def test_a_timer_fires_or_is_cancelled() -> None:
    """A timer may fire before it is cancelled; cancelled first, it never fires."""

    def body() -> tuple[int, ...]:
        fired: list[int] = []

        def fire() -> None:
            point("fire", ("fired", ""), True)
            fired.append(1)

        timer = modelled.Timer(5, fire)
        timer.start()
        timer.cancel()
        timer.join()
        return tuple(fired)

    assert all_outcomes(body) == ends((), (1,))
    assert all_outcomes(body, timeouts="idle") == ends(())


def test_each_thread_has_an_empty_context() -> None:
    """Nothing of a `contextvars.Context` or of `decimal` leaks from run to run through the pool."""
    import decimal

    def body() -> int:
        before = decimal.getcontext().prec
        decimal.getcontext().prec = 7
        return before

    assert {all_outcomes(body) == ends(28) for _ in range(3)} == {True}
