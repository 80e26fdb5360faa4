"""Drives an answer of E11.1: the lab's own breaker says what was reported, and the endpoint who was asked."""

from collections.abc import Callable
from functools import partial
from threading import Thread
from typing import Any

from labs.e11_circuit_breaker.drives.caller_bench import (
    COOLDOWN_S,
    THRESHOLD,
    Bench,
    End,
    explicit,
    unreadable,
    well,
)
from labs.e11_circuit_breaker.errors import (
    Cancelled,
    HardCap,
    StepError,
    SubmitFailed,
)
from labs.e11_circuit_breaker.permit import CircuitOpen
from labs.kit.gate import Gate
from labs.kit.history import History
from labs.kit.scenario import Json, Observation

Drive = Callable[[Any], Observation]


class BadInput(StepError):
    """One way for a job to fail."""


class WentAway(Cancelled):
    """One reason to stop waiting."""


def bug_after_answer() -> BaseException:
    """A bug of the caller's, met while it handled a job that failed; the `StepError` is its cause."""
    bug = KeyError("a bug of the caller's")
    bug.__cause__ = explicit()
    return bug


def asks(*ends: End) -> Drive:
    """Ask once for each end, one call after the other."""

    def drive(answer: Any) -> Observation:
        bench = Bench(answer)
        told = [bench.ask(f"job-{number}", end()) for number, end in enumerate(ends, 1)]
        return Observation.of(bench.history, told=told, **bench.figures())

    return drive


def each(run: Callable[[Bench, End], dict[str, Json]], **kinds: End) -> Drive:
    """The run once for each kind of end, behind a fresh breaker each."""

    def drive(answer: Any) -> Observation:
        history = History()
        figures = {}
        for kind, end in kinds.items():
            history.note("caller", f"── {kind} ──")
            figures[kind] = run(Bench(answer, history), end)
        return Observation.of(history, kinds=figures)

    return drive


def until_open(bench: Bench, end: End) -> dict[str, Json]:
    """As many calls with this end as it takes to open, and an unrelated one behind them."""
    told = [bench.ask(f"job-{number}", end()) for number in range(1, THRESHOLD + 1)]
    return {"told": [*told, bench.ask("unrelated")], **bench.figures()}


def after_two_failures(bench: Bench, end: End) -> dict[str, Json]:
    """Two node failures, then a call with this end."""
    bench.ask("job-1", unreadable())
    bench.ask("job-2", unreadable())
    return {"told": bench.ask("job-3", end()), **bench.figures()}


def as_probe(bench: Bench, end: End) -> dict[str, Json]:
    """The half-open probe has this end; then the next caller comes to the door."""
    bench.trip()
    told = bench.ask("probe", end())
    after_probe = bench.show_state()
    return {"told": [told, bench.ask("next")], "after_probe": after_probe, **bench.figures()}


def results(answer: Any) -> Observation:
    """After a node failure, return this and that."""
    values: dict[str, object] = {
        "None": None,
        "0": 0,
        "a list": [],
        "an error": ValueError("returned, not raised"),
    }
    history, figures = History(), {}
    for kind, value in values.items():
        history.note("caller", f"── returns {kind} ──")
        bench = Bench(answer, history)
        bench.ask("job-1", unreadable())
        figures[kind] = {"told": bench.ask("job-2", result=value), **bench.figures()}
    return Observation.of(history, kinds=figures)


def refused(answer: Any) -> Observation:
    """Come to the door of an open breaker, and again when its cooldown is over."""
    bench = Bench(answer)
    told = [bench.ask(f"job-{number}", unreadable()) for number in range(1, THRESHOLD + 1)]
    told.append(bench.ask("refused"))
    bench.clock.advance(COOLDOWN_S)
    told.append(bench.ask("probe"))
    return Observation.of(bench.history, told=told, **bench.figures())


def slow(bench: Bench, end: End) -> dict[str, Json]:
    """A call is let in while closed; it has its end while somebody else's probe is under way."""
    gate = Gate()
    told: list[str] = []
    caller = Thread(
        target=lambda: told.append(bench.ask("slow", end(), meanwhile=gate.wait)), name="slow"
    )
    caller.start()
    with gate:
        gate.await_arrival()
        told.append(bench.ask("quick"))
        bench.trip()
        probe = bench.breaker.acquire()
        bench.history.note("caller", "a probe is under way")
        bench.show_state()
    caller.join()
    after_slow = bench.show_state()
    told.append(bench.ask("next"))
    probe.success()
    bench.show_state()
    return {"told": told, "after_slow": after_slow, **bench.figures()}


def beside(answer: Any) -> Observation:
    """Two threads call at once; one call ends in a node failure, the other in an explicit one."""
    bench = Bench(answer)
    callers = [
        Thread(target=partial(bench.ask, "ill", unreadable()), name="ill"),
        Thread(target=partial(bench.ask, "bad", explicit()), name="bad"),
    ]
    for caller in callers:
        caller.start()
    for caller in callers:
        caller.join()
    return Observation.of(bench.history, **bench.figures())


DRIVES = {
    "result": asks(unreadable, unreadable, well, unreadable, unreadable),
    "bad-inputs": asks(explicit, explicit, explicit, well),
    "streak": asks(unreadable, unreadable, explicit, unreadable, well),
    "node-failures": each(
        until_open,
        ProtocolError=unreadable,
        SubmitFailed=lambda: SubmitFailed("no connection"),
        HardCap=lambda: HardCap("25,200 s are over"),
    ),
    "other-errors": each(
        until_open,
        ValueError=lambda: ValueError("a bug of the caller's"),
        KeyError=bug_after_answer,
        CircuitOpen=lambda: CircuitOpen("another breaker's, behind the work"),
    ),
    "exits": each(
        until_open,
        SystemExit=lambda: SystemExit("the thread is told to end"),
        KeyboardInterrupt=KeyboardInterrupt,
    ),
    "cancelled": each(after_two_failures, Cancelled=lambda: Cancelled("the caller went away")),
    "probe-answered": each(as_probe, result=well, StepError=explicit),
    "probe-fails": each(
        as_probe,
        ProtocolError=unreadable,
        ValueError=lambda: ValueError("a bug of the caller's"),
        SystemExit=lambda: SystemExit("the thread is told to end"),
    ),
    "probe-cancelled": each(as_probe, Cancelled=lambda: Cancelled("the caller went away")),
    "subclasses": each(
        after_two_failures,
        BadInput=lambda: BadInput("job", "node-1", "bad input"),
        WentAway=lambda: WentAway("a reason of its own"),
    ),
    "results": results,
    "refused": refused,
    "slow": each(slow, result=well, ProtocolError=unreadable),
    "beside": beside,
}
