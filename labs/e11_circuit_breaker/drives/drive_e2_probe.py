"""Drives an answer of E11.2: counts, opens, cools down, and probes in each of the four ways that a probe may end."""

from collections.abc import Callable
from typing import Any

from labs.e11_circuit_breaker.drives import probe_dates, probe_races
from labs.e11_circuit_breaker.drives.door_bench import (
    ANSWERED,
    COOLDOWN_S,
    FAILURE,
    NOTHING,
    SUCCESS,
    Bench,
)
from labs.kit.scenario import Observation


def counting(answer: Any) -> Observation:
    """Calls while closed: failures, an answer in form, a cancel, a result; then as many failures as it takes."""
    bench = Bench(answer)
    for number, report in enumerate([FAILURE, FAILURE, ANSWERED, NOTHING], 1):
        bench.report(bench.knock(f"call {number}"), report, f"call {number}")
    bench.look("after two failures")
    bench.report(bench.knock("call 5"), SUCCESS, "call 5")
    bench.look("after a result")
    bench.trip()
    bench.look("after three failures")
    bench.knock("at once")
    bench.wait_until(COOLDOWN_S - 1)
    bench.knock("at 9 s")
    return bench.observe()


def door(answer: Any) -> Observation:
    """Knock while a probe is under way, soon and late; there is no lease."""
    bench = Bench(answer)
    bench.trip_and_cool()
    probe = bench.knock("probe")
    bench.knock("a second")
    bench.wait_until(COOLDOWN_S + 10_000)
    bench.knock("10,000 s later")
    bench.look("with the probe out")
    bench.report(probe, SUCCESS, "probe")
    return bench.observe()


def closing(report: str) -> Callable[[Any], Observation]:
    """The probe makes this report; then two calls at once, and three failures, counted from the start."""

    def drive(answer: Any) -> Observation:
        bench = Bench(answer)
        bench.trip_and_cool()
        bench.report(bench.knock("probe"), report, "probe")
        bench.look("after the probe")
        calls = [(who, bench.knock(who)) for who in ("call 1", "call 2")]
        for who, permit in calls:
            bench.report(permit, FAILURE, who)
        bench.look("after two failures")
        bench.report(bench.knock("call 3"), FAILURE, "call 3")
        bench.look("after three")
        return bench.observe()

    return drive


def bad_probe(answer: Any) -> Observation:
    """A probe that takes 5 seconds to fail; then a knock a second before its cooldown is over, and one after it."""
    bench = Bench(answer)
    bench.trip_and_cool()
    probe = bench.knock("probe")
    bench.wait_until(15)
    bench.report(probe, FAILURE, "probe")
    bench.look("after the probe")
    bench.wait_until(24)
    bench.knock("at 24 s")
    bench.wait_until(25)
    bench.report(bench.knock("at 25 s"), SUCCESS, "next probe")
    return bench.observe()


def cancelled_probe(answer: Any) -> Observation:
    """A probe that proves nothing; then two knocks."""
    bench = Bench(answer)
    bench.trip_and_cool()
    bench.report(bench.knock("probe"), NOTHING, "probe")
    bench.look("after the probe")
    following = bench.knock("next")
    bench.knock("one more")
    bench.report(following, SUCCESS, "next")
    return bench.observe()


DRIVES = {
    "counting": counting,
    "door": door,
    "one-probe": probe_races.one_probe,
    "good-probe": closing(SUCCESS),
    "answered-probe": closing(ANSWERED),
    "bad-probe": bad_probe,
    "cancelled-probe": cancelled_probe,
    "late-in-probe": probe_dates.late_in_probe,
    "late-while-open": probe_dates.late_while_open,
    "late-in-closed": probe_dates.late_in_closed,
    "twice": probe_dates.twice,
    "slot-twice": probe_dates.slot_twice,
    "lease": probe_dates.lease,
    "lease-report": probe_dates.lease_report,
    "lease-of-calls": probe_dates.lease_of_calls,
    "reports-race": probe_races.reports_race,
    "failures-race": probe_races.failures_race,
    "slot-race": probe_races.slot_race,
    "bad-probe-race": probe_races.bad_probe_race,
    "snapshot-race": probe_races.snapshot_race,
    "opening-race": probe_races.opening_race,
}
