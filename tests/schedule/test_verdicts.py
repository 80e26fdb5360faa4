"""Every verdict has its program, and nothing that was not seen to its end may hold."""

from __future__ import annotations

import _thread
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from types import SimpleNamespace
from typing import Any

import pytest

from labs.kit.schedule import choice, conduct, explore, loader, selfcheck, workers
from labs.kit.schedule.baton import point, unseen
from labs.kit.schedule.explore import Exploration
from labs.kit.schedule.modelled import MODULES

T, Q = MODULES["threading"], MODULES["queue"]


def found(body: Callable[[], object], **options: Any) -> Exploration:
    return explore(body, reset=lambda: None, **options)


def started(act: Callable[[], object], **options: Any) -> Any:
    thread = T.Thread(target=act, **options)
    thread.start()
    return thread


def touch() -> None:
    point("write", ("it", ""), True)


def test_holds_counts_every_schedule() -> None:
    """Two threads that write one thing have two schedules, and both were run."""

    def body() -> None:
        threads = [started(touch), started(touch)]
        for thread in threads:
            thread.join()

    result = found(body)

    assert (result.verdict, result.explored, result.exhausted) == ("HOLDS", 2, True)
    assert (result.schedule, result.report, result.reason) == (None, "", "")


def test_an_exception_of_any_thread_is_broken() -> None:
    """An uncaught exception breaks the run although the body would not notice."""
    result = found(lambda: started(lambda: 1 / 0))

    assert result.verdict == "BROKEN"
    assert result.reason == "Thread 1: ZeroDivisionError: division by zero"


def test_system_exit_ends_its_thread_silently() -> None:
    """SystemExit breaks nothing, in the body or in another thread."""

    def leave() -> None:
        raise SystemExit(3)

    def body() -> None:
        started(leave).join()
        leave()

    assert found(body).verdict == "HOLDS"


def test_the_report_names_a_system_exit() -> None:
    """Where a failure is told, so is a thread that left by SystemExit before it."""

    def leave() -> None:
        raise SystemExit

    def body() -> None:
        started(leave).join()
        raise ValueError("later")

    assert "note: Thread 1 ended by SystemExit" in found(body).report


def test_a_deadlock_says_who_waits_for_whom() -> None:
    """The report of a deadlock names each thread, its line, what it waits for and who holds it."""
    one, other = T.Lock(), T.Lock()

    def forwards() -> None:
        with one, other:
            pass

    def backwards() -> None:
        with other, one:
            pass

    def body() -> None:
        one.owner = other.owner = None
        for thread in [started(forwards), started(backwards)]:
            thread.join()

    result = found(body)

    assert result.verdict == "DEADLOCK"
    waits = " ".join(result.report.partition("DEADLOCK")[2].split())
    line = forwards.__code__.co_firstlineno + 1
    assert f"Thread 1 waits at test_verdicts.py:{line}: acquire Lock 2, held by Thread 2" in waits
    assert f"acquire Lock 1, held by Thread 1 since test_verdicts.py:{line}" in waits


def test_a_thread_that_cannot_end_is_leaked() -> None:
    """The body has returned, but a thread waits for ever: not a deadlock of the body."""
    result = found(lambda: started(Q.Queue().get))

    assert (result.verdict, result.reason) == (
        "LEAKED",
        "a thread cannot end after the body has returned",
    )
    assert "Thread 1 waits" in result.report


def test_a_daemon_is_not_leaked() -> None:
    """A daemon thread may wait for ever."""
    assert found(lambda: started(Q.Queue().get, daemon=True)).verdict == "HOLDS"


def test_a_loop_is_endless() -> None:
    """A thread that goes round until the budget of steps is spent is named with its place."""

    def spin() -> None:
        while True:
            point("read", ("flag", ""), False)

    result = found(lambda: started(spin).join(), max_steps=200)

    line = spin.__code__.co_firstlineno + 2
    assert (result.verdict, result.reason) == ("ENDLESS", "no end within 200 steps")
    assert f"Thread 1 goes round at test_verdicts.py:{line}" in result.report


def test_a_loop_that_polls_is_told_how_to_end() -> None:
    """Polling never ends if nobody else is run; the report says so, and idle timeouts end it."""

    def body() -> None:
        done: list[int] = []
        thread = started(lambda: done.append(1))
        while not done:
            MODULES["time"].sleep(0.1)
        thread.join()

    result = found(body, max_steps=100)

    assert result.verdict == "ENDLESS"
    assert "note: Thread 1 could have gone on" in result.report
    assert found(body, timeouts="idle").verdict == "HOLDS"


def test_a_loop_of_the_body_alone_is_endless() -> None:
    """The budget holds before any thread has started, too."""

    def body() -> None:
        while True:
            touch()

    assert found(body, max_steps=50).verdict == "ENDLESS"


def test_code_that_is_not_deterministic_has_diverged() -> None:
    """Code that goes another way on the same schedule gets no other verdict, and is told where."""
    runs: list[int] = []

    def body() -> None:
        runs.append(1)
        thread = started(touch)
        point("write", ("it" if len(runs) == 1 else "other", ""), True)
        touch()
        thread.join()

    result = found(body)

    assert result.verdict == "DIVERGED"
    assert "thread 0: write other instead of write it" in result.reason


def test_code_that_ends_early_has_diverged() -> None:
    """So has code that does less on the same schedule."""
    runs: list[int] = []

    def body() -> None:
        runs.append(1)
        thread = started(touch)
        if len(runs) < 2:
            touch()
        thread.join()

    assert found(body).verdict == "DIVERGED"


def test_a_choice_that_changes_has_diverged() -> None:
    """So has code that makes another choice."""
    runs: list[int] = []

    def body() -> None:
        runs.append(1)
        choice(len(runs) + 1)

    assert found(body).verdict == "DIVERGED"


def test_a_budget_of_runs_never_holds() -> None:
    """Fewer runs than there are schedules are INCOMPLETE, and so are exactly too few."""

    def body() -> None:
        for thread in [started(touch) for _ in range(3)]:
            thread.join()

    for budget in (0, 1, 5):
        result = found(body, max_runs=budget)
        assert (result.verdict, result.exhausted) == ("INCOMPLETE", False)
        assert result.reason == f"{budget} runs were not enough to see every schedule"
    assert found(body, max_runs=6).verdict == "HOLDS"


def test_what_is_not_seen_is_incomplete() -> None:
    """`unseen` ends the exploration, at once, with what was met."""

    def body() -> None:
        try:
            unseen("array.array at bank.py:3")
        finally:
            touch()

    result = found(body, stop_at_first=False)

    assert (result.verdict, result.explored) == ("INCOMPLETE", 1)
    assert result.reason == "not seen: array.array at bank.py:3"


def test_what_is_not_modelled_is_incomplete() -> None:
    """A part of `threading` that is not modelled is named when a run touches it."""
    result = found(lambda: T.setprofile(None))

    assert (result.verdict, result.reason) == ("INCOMPLETE", "not seen: threading.setprofile")


def test_a_real_thread_is_incomplete() -> None:
    """A thread that the explorer did not start is noticed while it lives."""
    gate = _thread.allocate_lock()
    gate.acquire()

    result = found(lambda: threading.Thread(target=gate.acquire).start())
    gate.release()

    assert (result.verdict, result.reason) == ("INCOMPLETE", "a real thread was started")


def test_a_step_of_a_real_thread_is_incomplete() -> None:
    """It is noticed, too, when it did something within the run and has ended."""

    def body() -> None:
        thread = threading.Thread(target=touch)
        thread.start()
        thread.join()

    result = found(body)

    assert result.verdict == "INCOMPLETE"
    assert "a thread that the explorer did not start" in result.reason


def test_a_real_wait_is_incomplete(monkeypatch: pytest.MonkeyPatch) -> None:
    """A thread that takes no step for long is told with its place, and the exploration ends."""
    monkeypatch.setattr(conduct, "STUCK_AFTER_S", 0.05)
    gate = _thread.allocate_lock()
    gate.acquire()

    result = found(lambda: started(gate.acquire))
    gate.release()

    assert result.verdict == "INCOMPLETE"
    assert "Thread 1 took no step for" in result.reason


def test_unwinding_lets_everything_go() -> None:
    """`finally` and `with` of a thread that is ended run, without a step more and without waiting."""
    left: list[Any] = []
    trail: list[str] = []

    def body() -> None:
        left[:] = [T.Lock(), T.Event()]
        lock, event = left

        def held() -> None:
            with lock:
                try:
                    event.wait()
                finally:
                    touch()
                    event.set()
                    trail.append("let go")

        started(held, daemon=True)
        started(held, daemon=True)

    result = found(body)

    assert result.verdict == "HOLDS"
    assert set(trail) == {"let go"}
    assert left[0].owner is None


def test_swallowing_the_unwinding_twice_is_reported() -> None:
    """A thread that catches everything, for ever, is parked, and the exploration cannot go on."""

    def stubborn() -> None:
        while True:
            try:
                T.Event().wait()
            except BaseException:  # noqa: BLE001 - what the test is about
                continue

    result = found(lambda: started(stubborn, daemon=True))

    assert result.verdict == "INCOMPLETE"
    assert result.reason == "Thread 1 swallowed the end of the run twice"


def test_swallowing_an_unseen_thing_is_reported() -> None:
    """Nor can code hide what was not seen by catching everything."""

    def body() -> None:
        while True:
            with suppress(BaseException):
                unseen("array.array at bank.py:3")
            with suppress(BaseException):
                touch()

    result = found(body)

    assert (result.verdict, result.reason) == (
        "INCOMPLETE",
        "not seen: array.array at bank.py:3",
    )


def test_leaving_while_unwinding_is_no_harm() -> None:
    """A thread that answers the unwinding with SystemExit has ended all the same."""

    def leave() -> None:
        try:
            T.Event().wait()
        finally:
            raise SystemExit

    def body() -> None:
        started(leave, daemon=True)
        started(leave, daemon=True)

    assert [found(body).verdict for _ in range(3)] == ["HOLDS"] * 3


def test_a_wait_in_the_midst_of_a_step_is_incomplete() -> None:
    """A queue compares its items within its own step, so an item that waits there is not seen."""

    class Item:
        lock = T.Lock()

        def __lt__(self, other: object) -> bool:
            with self.lock:
                return id(self) < id(other)

    def body() -> None:
        jobs = Q.PriorityQueue()
        Item.lock = T.Lock()
        Item.lock.acquire()
        jobs.put(Item())
        jobs.put(Item())

    result = found(body)

    assert (result.verdict, result.reason) == (
        "INCOMPLETE",
        "not seen: acquire Lock 1, a wait in the midst of a step",
    )


def test_addresses_are_not_told() -> None:
    """An error that shows an object shows no address, which no second run would have."""

    def body() -> None:
        raise ValueError(object())

    assert found(body).reason == "main: ValueError: <object object at 0x…>"


def test_swallowing_it_once_is_forgiven() -> None:
    """A thread that catches everything once is ended at its next step."""

    def clumsy() -> None:
        with suppress(BaseException):
            T.Event().wait()
        touch()

    assert found(lambda: started(clumsy, daemon=True)).verdict == "HOLDS"


def test_no_exploration_runs_within_another() -> None:
    """Exploring from inside a run is refused instead of mixing two schedules."""
    result = found(lambda: explore(touch, reset=lambda: None))

    assert result.verdict == "BROKEN"
    assert "cannot run within another" in result.reason


def test_choices_are_explored_in_order() -> None:
    """A choice answers 0 first, then every other answer, and 0 outside an exploration."""
    answers: list[int] = []

    result = found(lambda: answers.append(choice(3, "crash")))

    assert (result.verdict, result.explored, answers) == ("HOLDS", 3, [0, 1, 2])
    assert choice(3) == 0
    with pytest.raises(ValueError, match="at least one answer, not 0"):
        choice(0)


def test_every_outcome_is_seen_although_some_break() -> None:
    """Without stopping, an exception ends its own thread alone, and all other schedules follow."""
    outcomes: set[object] = set()

    def body() -> object:
        seen: list[str] = []

        def note(name: str) -> None:
            touch()
            seen.append(name)
            if name == "A" and len(seen) == 1:
                raise ValueError("first")

        for thread in [started(note, args=(name,)) for name in "AB"]:
            thread.join()
        return tuple(seen)

    result = found(body, stop_at_first=False, on_run=lambda run: outcomes.add(run.outcome))

    assert (result.verdict, result.explored) == ("BROKEN", 2)
    assert outcomes == {("A", "B"), ("B", "A")}


def test_the_pool_is_reused() -> None:
    """A hundred explorations start no more threads than one of them needs."""

    def body() -> None:
        for thread in [started(touch) for _ in range(3)]:
            thread.join()

    found(body)
    before = workers.started()
    for _ in range(100):
        found(body, max_runs=1)

    assert workers.started() == before


def test_time_is_never_really_spent() -> None:
    """A year of sleeping takes no time."""
    begun = time.monotonic()

    found(lambda: MODULES["time"].sleep(31_536_000), timeouts="idle")

    assert time.monotonic() - begun < 60


def test_the_self_check_must_find_its_race(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the known race is not found, nothing is explored."""
    monkeypatch.setattr(selfcheck, "_checked", [])
    monkeypatch.setattr(loader, "load", lambda *_: SimpleNamespace(lose_one=touch))

    for _ in range(2):
        with pytest.raises(RuntimeError, match="self-check failed: its known race HOLDS"):
            found(touch)


def test_the_self_check_is_made_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first exploration of a process makes it, the next ones do not."""
    loads: list[object] = []
    load = loader.load
    monkeypatch.setattr(selfcheck, "_checked", [])
    monkeypatch.setattr(loader, "load", lambda *args: loads.append(args) or load(*args))

    assert [found(touch).verdict for _ in range(3)] == ["HOLDS"] * 3
    assert len(loads) == 1
