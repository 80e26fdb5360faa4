"""The gate: a barrier of two queues, certain where a sleep is only likely."""

import threading
from queue import Queue

import pytest

from labs.kit.gate import Gate


def started(*calls) -> list[threading.Thread]:
    """Start each call in a thread of its own."""
    threads = [threading.Thread(target=call) for call in calls]
    for thread in threads:
        thread.start()
    return threads


def test_nobody_passes_before_it_opens() -> None:
    """A thread that has arrived goes on after the gate was opened, not before."""
    gate, passed = Gate(), Queue()
    threads = started(lambda: (gate.wait(), passed.put("passed")))

    gate.await_arrival()
    before = passed.qsize()
    gate.open()
    threads[0].join()

    assert (before, passed.qsize()) == (0, 1)


def test_opening_lets_all_through() -> None:
    """One opening releases every waiting thread, and those that come later."""
    gate = Gate()
    threads = started(gate.wait, gate.wait, gate.wait)
    for _ in threads:
        gate.await_arrival()

    gate.open()
    for thread in threads:
        thread.join()
    gate.wait()

    assert gate.arrivals() == 1


def test_opening_first_is_remembered() -> None:
    """A gate that was opened before anybody came holds nobody."""
    gate = Gate()
    gate.open()

    gate.wait()

    assert gate.arrivals() == 1


def test_opening_twice_is_harmless() -> None:
    """A second opening changes nothing."""
    gate = Gate()
    gate.open()
    gate.open()

    gate.wait()
    gate.wait()

    assert gate.arrivals() == 2


def test_arrivals_counts_those_not_awaited() -> None:
    """An arrival is counted until somebody has awaited it."""
    gate = Gate()
    gate.open()
    gate.wait()
    gate.wait()

    gate.await_arrival()

    assert gate.arrivals() == 1


def test_a_failing_body_opens_the_gate() -> None:
    """A body that fails leaves no thread waiting."""
    gate = Gate()
    threads = started(gate.wait)

    def body() -> None:
        with gate:
            gate.await_arrival()
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        body()
    threads[0].join()

    assert not threads[0].is_alive()
