"""What is explored in every schedule: run in a process of its own, with everything below instrumented."""

import threading
from contextlib import suppress

from labs.e11_circuit_breaker.breaker import Breaker
from labs.e11_circuit_breaker.calls import call
from labs.e11_circuit_breaker.errors import StepError
from labs.e11_circuit_breaker.permit import AlreadySettled, CircuitOpen, Permit
from labs.kit.clock import VirtualClock


def together(*calls: threading.Thread) -> None:
    """Run the threads, and wait for all of them."""
    for thread in calls:
        thread.start()
    for thread in calls:
        thread.join()


def calls_and_a_cooldown() -> None:
    """Two calls fail while a cooldown passes: every permit is settled, in every schedule."""
    clock = VirtualClock()
    breaker = Breaker(1, 10, clock.now, 60)

    def failing() -> None:
        with suppress(ValueError, CircuitOpen):
            call(breaker, lambda: int("no number"))

    threads = [threading.Thread(target=failing) for _ in range(2)]
    together(*threads, threading.Thread(target=clock.advance, args=(10,)))

    now = breaker.snapshot()
    assert now.admitted == now.settled
    assert now.admitted + now.refused == 2
    assert now.in_flight == 0


def probe_and_answer() -> None:
    """Of two callers at the half-open door, one probes; its explicit failure lets everybody in again."""
    clock = VirtualClock()
    breaker = Breaker(1, 10, clock.now, 60)
    breaker.acquire().failure()
    clock.advance(10)

    def asks() -> None:
        with suppress(StepError, CircuitOpen):
            call(breaker, explicit_failure)

    together(*[threading.Thread(target=asks) for _ in range(2)])

    now = breaker.snapshot()
    assert (now.state.value, now.in_flight) == ("closed", 0)


def explicit_failure() -> None:
    """The producer says that the job failed."""
    raise StepError("job", "node-1", "bad input")


def one_permit_two_reports() -> None:
    """One permit reported on by two threads is settled once; the other is told so."""
    clock = VirtualClock()
    breaker = Breaker(1, 10, clock.now, 60)
    breaker.acquire().failure()
    clock.advance(10)
    probe = breaker.acquire()
    told: list[str] = []

    def report(settle: str) -> None:
        try:
            {"success": Permit.success, "failure": Permit.failure}[settle](probe)
        except AlreadySettled:
            told.append("too late")

    together(*[threading.Thread(target=report, args=(how,)) for how in ("success", "failure")])

    assert told == ["too late"]
    assert breaker.snapshot().settled == 2
