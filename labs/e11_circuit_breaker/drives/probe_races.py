"""Drives an answer of E11.2 with two threads at once, that knock, report, or look."""

from functools import partial
from typing import Any

from labs.e11_circuit_breaker.drives.door_bench import (
    FAILURE,
    NOTHING,
    THRESHOLD,
    Bench,
    knocked,
    reported,
    told_at_door,
)
from labs.kit.scenario import Observation


def one_probe(answer: Any) -> Observation:
    """Two threads knock as the cooldown is over."""
    bench = Bench(answer)
    bench.trip_and_cool()
    knock = partial(told_at_door, bench.breaker)
    told = sorted(bench.together(knock, knock))
    return bench.observe(told=told)


def reports_race(answer: Any) -> Observation:
    """Two threads report on one permit."""
    bench = Bench(answer)
    permit, _ = knocked(bench.breaker)
    report = partial(reported, permit, FAILURE)
    told = sorted(bench.together(report, report))
    return bench.observe(told=told)


def failures_race(answer: Any) -> Observation:
    """After one failure two more calls fail, at the same time."""
    bench = Bench(answer)
    permits = [knocked(bench.breaker)[0] for _ in range(THRESHOLD)]
    reported(permits[0], FAILURE)
    told = bench.together(*[partial(reported, permit, FAILURE) for permit in permits[1:]])
    return bench.observe(told=told)


def bad_probe_race(answer: Any) -> Observation:
    """The probe fails beside somebody's knock."""
    bench = Bench(answer)
    bench.trip_and_cool()
    probe, _ = knocked(bench.breaker)
    told = bench.together(partial(reported, probe, FAILURE), partial(told_at_door, bench.breaker))
    return bench.observe(told=told)


def slot_race(answer: Any) -> Observation:
    """The probe gives its slot back beside somebody's knock; then one more knocks."""
    bench = Bench(answer)
    bench.trip_and_cool()
    probe, _ = knocked(bench.breaker)
    _, beside = bench.together(
        partial(reported, probe, NOTHING), partial(told_at_door, bench.breaker)
    )
    told = [beside, told_at_door(bench.breaker)]
    return bench.observe(told=told)


def snapshot_race(answer: Any) -> Observation:
    """A snapshot beside somebody's knock."""
    bench = Bench(answer)
    look = partial(accounts_in, bench.breaker)
    return bench.observe(told=bench.together(partial(told_at_door, bench.breaker), look))


def accounts_in(breaker: Any) -> str:
    """The accounts of a snapshot taken now: whether they hold."""
    now = breaker.snapshot()
    return "hold" if now.admitted == now.settled + now.in_flight else "do not hold"


def opening_race(answer: Any) -> Observation:
    """A snapshot beside the report that opens the breaker."""
    bench = Bench(answer)
    permits = [knocked(bench.breaker)[0] for _ in range(THRESHOLD)]
    for permit in permits[:-1]:
        reported(permit, FAILURE)
    report = partial(reported, permits[-1], FAILURE)
    return bench.observe(told=bench.together(report, partial(standing_in, bench.breaker)))


def standing_in(breaker: Any) -> str:
    """How the breaker stands in a snapshot taken now."""
    now = breaker.snapshot()
    return f"{now.state.value}, {now.settled} settled"
