"""What can come of waiting on a condition, an event, a barrier, a semaphore, a queue: all of it."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from typing import Any

from seen import all_outcomes, ends

from labs.kit.schedule import choice, explore
from labs.kit.schedule.baton import point
from labs.kit.schedule.modelled import MODULES

T, Q, TIME = MODULES["threading"], MODULES["queue"], MODULES["time"]


def both(one: Callable[[], object], other: Callable[[], object]) -> tuple[object, object]:
    """Run both in threads of their own; what each returned."""
    answers: dict[int, object] = {}
    started = [
        T.Thread(target=lambda n=n, act=act: answers.__setitem__(n, act()))
        for n, act in enumerate((one, other))
    ]
    for thread in started:
        thread.start()
    for thread in started:
        thread.join()
    return answers[0], answers[1]


def notified(condition: Any) -> None:
    with condition:
        condition.notify()


def waited(condition: Any, timeout: float | None = None) -> bool:
    with condition:
        return bool(condition.wait(timeout))


def test_a_notify_before_the_wait_is_lost() -> None:
    """A condition remembers nothing: waiting after the notify waits for ever."""

    def body() -> object:
        condition = T.Condition()
        return both(lambda: waited(condition), lambda: notified(condition))[0]

    assert all_outcomes(body) == {("HOLDS", True), ("DEADLOCK", None)}


def test_a_wait_with_a_timeout_ends_either_way() -> None:
    """With a timeout the same program always ends, notified or not."""

    def body() -> object:
        condition = T.Condition()
        return both(lambda: waited(condition, 1), lambda: notified(condition))[0]

    assert all_outcomes(body) == ends(True, False)
    assert all_outcomes(body, timeouts="idle") == ends(True, False)


def test_a_notify_can_be_spent_on_a_waiter_that_gave_up() -> None:
    """As in CPython, one notify may wake nobody although a second thread waits."""

    def body() -> object:
        condition = T.Condition()
        late = T.Thread(target=lambda: notified(condition))

        def impatient() -> bool:
            with condition:
                late.start()
                return bool(condition.wait(1))

        answers = both(impatient, lambda: waited(condition))
        late.join()
        return answers

    assert {verdict for verdict, _ in all_outcomes(body)} == {"HOLDS", "DEADLOCK"}
    assert ("HOLDS", (True, True)) not in all_outcomes(body)


def test_an_if_around_a_wait_is_not_enough() -> None:
    """A waiter that checks once can find nothing when it is notified together with another."""

    def body() -> tuple[object, object]:
        condition, items = T.Condition(), []

        def take() -> str:
            with condition:
                if not items:
                    condition.wait()
                return items.pop() if items else "nothing"

        def give() -> None:
            with condition:
                items.append("item")
                condition.notify_all()

        giver = T.Thread(target=give)
        giver.start()
        return both(take, take)

    outcomes = {outcome for verdict, outcome in all_outcomes(body) if verdict == "HOLDS"}
    assert outcomes == {("item", "nothing"), ("nothing", "item")}


def test_wait_for_looks_again() -> None:
    """`wait_for` survives a notify that changed nothing."""

    def body() -> object:
        condition, ready = T.Condition(), []

        def give() -> None:
            notified(condition)
            with condition:
                ready.append(1)
                condition.notify()

        def take() -> object:
            with condition:
                return condition.wait_for(lambda: len(ready))

        return both(take, give)[0]

    assert all_outcomes(body) == ends(1)


def test_a_condition_frees_every_level_of_its_lock() -> None:
    """Waiting two levels deep in an `RLock` lets others in, and comes back two levels deep."""

    def body() -> object:
        condition = T.Condition()

        def deep() -> bool:
            with condition, condition:
                return bool(condition.wait())

        def deeper() -> None:
            with condition, condition:
                condition.notify_all()

        return both(deep, deeper)[0]

    assert all_outcomes(body) == {("HOLDS", True), ("DEADLOCK", None)}


def test_an_event_is_seen_set_or_not() -> None:
    """`is_set` and a wait with a timeout answer both ways; a wait without one sees it set."""

    def body() -> object:
        event = T.Event()
        return both(lambda: (event.is_set(), event.wait(1), event.wait()), event.set)[0]

    assert all_outcomes(body) == ends((True, True, True), (False, True, True), (False, False, True))


def test_an_event_can_be_missed() -> None:
    """Set and cleared before anyone waits, an event lets nobody through."""

    def body() -> object:
        event = T.Event()
        return both(event.wait, lambda: (event.set(), event.clear()))[0]

    assert all_outcomes(body) == {("HOLDS", True), ("DEADLOCK", None)}


def test_a_semaphore_lets_so_many_in() -> None:
    """Two of three threads are inside at once, never three."""

    def body() -> int:
        semaphore, inside, most = T.Semaphore(2), [], [0]

        def enter() -> None:
            with semaphore:
                point("enter", ("inside", ""), True)
                inside.append(1)
                most[0] = max(most[0], len(inside))
                point("leave", ("inside", ""), True)
                inside.pop()

        started = [T.Thread(target=enter) for _ in range(3)]
        for thread in started:
            thread.start()
        for thread in started:
            thread.join()
        return most[0]

    assert all_outcomes(body) == ends(1, 2)


def test_a_barrier_numbers_whoever_comes() -> None:
    """Both pass, in either order of coming, and its action runs once before."""

    def body() -> object:
        acted: list[int] = []
        barrier = T.Barrier(2, lambda: acted.append(1))
        return (*both(barrier.wait, barrier.wait), len(acted), barrier.n_waiting, barrier.broken)

    assert all_outcomes(body) == ends((0, 1, 1, 0, False), (1, 0, 1, 0, False))


def test_a_barrier_can_be_used_again() -> None:
    """Nobody laps another: the second round starts when all have left the first."""

    def body() -> object:
        barrier = T.Barrier(2)
        return both(*[lambda: barrier.wait() + barrier.wait()] * 2)

    assert all_outcomes(body) == ends((0, 2), (1, 1), (2, 0))


def test_a_barrier_breaks_for_all() -> None:
    """One timeout breaks the barrier for everyone, unless the other came in time."""

    def passed(barrier: Any, timeout: float | None) -> object:
        try:
            return "passed" if barrier.wait(timeout) >= 0 else None
        except threading.BrokenBarrierError:
            return "broken"

    def body() -> object:
        barrier = T.Barrier(2)
        return both(lambda: passed(barrier, 1), lambda: passed(barrier, None))

    assert all_outcomes(body) == ends(("passed", "passed"), ("broken", "broken"))


def test_a_queue_is_joined_when_all_work_is_done() -> None:
    """`Queue.join` returns after the last `task_done`, and never if one is missing."""

    def body() -> object:
        jobs, done = Q.Queue(), []
        forgets = choice(2, "forget task_done")

        def work() -> None:
            for _ in range(2):
                done.append(jobs.get())
                if not forgets:
                    jobs.task_done()

        T.Thread(target=work, daemon=True).start()
        jobs.put(1)
        jobs.put(2)
        jobs.join()
        return tuple(done)

    assert all_outcomes(body) == {("HOLDS", (1, 2)), ("DEADLOCK", None)}


def test_a_get_with_a_timeout_finds_an_item_or_none() -> None:
    """A timeout on a get fires before the put, or the item arrives first."""

    def body() -> object:
        jobs = Q.Queue()

        def take() -> object:
            try:
                return jobs.get(timeout=1)
            except queue.Empty:
                return "empty"

        return both(take, lambda: jobs.put("job"))[0]

    assert all_outcomes(body) == ends("job", "empty")
    assert all_outcomes(body, timeouts="idle") == ends("job")


def test_items_of_one_producer_keep_their_order() -> None:
    """A queue may mix two producers in every way that keeps each one's own order."""

    def body() -> object:
        jobs = Q.Queue()
        both(lambda: (jobs.put("a1"), jobs.put("a2")), lambda: jobs.put("b"))
        return tuple(jobs.get() for _ in range(3))

    assert all_outcomes(body) == ends(("a1", "a2", "b"), ("a1", "b", "a2"), ("b", "a1", "a2"))


def test_the_clock_advances_when_nothing_else_can_run() -> None:
    """By idle timeouts two sleeps side by side take as long as the longer one."""

    def body() -> object:
        before = TIME.monotonic()
        both(lambda: TIME.sleep(1), lambda: TIME.sleep(3))
        return TIME.monotonic() - before

    assert all_outcomes(body, timeouts="idle") == ends(3.0)


def test_the_rule_for_timeouts_stands_beside_the_verdict() -> None:
    """What was found says by which rule timeouts fired."""
    rules: list[Any] = ["choice", "idle"]

    assert [explore(lambda: None, timeouts=rule).timeouts for rule in rules] == rules


def test_sleeping_may_take_longer_than_it_says() -> None:
    """As an explored choice, a sleep ends when its thread is run again: together 3 or 4 seconds."""

    def body() -> object:
        both(lambda: TIME.sleep(1), lambda: TIME.sleep(3))
        return TIME.monotonic()

    assert all_outcomes(body) == ends(3.0, 4.0)


def test_all_clocks_are_one() -> None:
    """`time`, `monotonic`, `perf_counter` and their nanoseconds move together."""

    def body() -> object:
        start = TIME.time()
        TIME.sleep(2)
        return TIME.time() - start, TIME.monotonic(), TIME.perf_counter(), TIME.monotonic_ns()

    assert all_outcomes(body) == ends((2.0, 2.0, 2.0, 2_000_000_000))
