"""Drives an answer of E11.2 with reports that are late, made twice, or made by the dead."""

from threading import Thread
from typing import Any

from labs.e11_circuit_breaker.drives.door_bench import (
    COOLDOWN_S,
    FAILURE,
    LEASE_S,
    NOTHING,
    REPORTS,
    SUCCESS,
    THRESHOLD,
    Bench,
)
from labs.kit.scenario import Observation


def late_in_probe(answer: Any) -> Observation:
    """Four calls from before the opening report, one each way, while a probe is under way."""
    bench = Bench(answer)
    old = {report: bench.knock(f"old call {number}") for number, report in enumerate(REPORTS, 1)}
    bench.trip_and_cool()
    probe = bench.knock("probe")
    for report, permit in old.items():
        bench.report(permit, report, "old call")
        bench.look(f"after {report}")
    bench.knock("somebody")
    bench.report(probe, SUCCESS, "probe")
    return bench.observe()


def late_while_open(answer: Any) -> Observation:
    """Calls from before the opening report during the cooldown, as many failures among them as open a breaker."""
    bench = Bench(answer)
    reports = [SUCCESS, *[FAILURE] * THRESHOLD]
    old = [bench.knock(f"old call {number}") for number, _ in enumerate(reports, 1)]
    bench.trip()
    for number, (report, permit) in enumerate(zip(reports, old, strict=True), 1):
        bench.wait_until(number)
        bench.report(permit, report, f"old call {number}")
        bench.look(f"after old call {number}")
    bench.wait_until(9)
    bench.knock("at 9 s")
    bench.wait_until(10)
    bench.report(bench.knock("at 10 s"), SUCCESS, "probe")
    return bench.observe()


def late_in_closed(answer: Any) -> Observation:
    """Calls from an earlier closed report, when the breaker has been round and is closed once more."""
    bench = Bench(answer)
    old = [bench.knock(f"old call {number}") for number in range(1, 4)]
    bench.trip_and_cool()
    bench.report(bench.knock("probe"), SUCCESS, "probe")
    bench.report(bench.knock("call"), FAILURE, "call")
    bench.look("after one failure")
    for number, (report, permit) in enumerate(
        zip((FAILURE, FAILURE, SUCCESS), old, strict=True), 1
    ):
        bench.report(permit, report, f"old call {number}")
        bench.look(f"after old call {number}")
    return bench.observe()


def twice(answer: Any) -> Observation:
    """One call reports three times."""
    bench = Bench(answer)
    call = bench.knock("call")
    bench.report(call, FAILURE, "call")
    for report in (FAILURE, SUCCESS):
        bench.report(call, report, "then")
    return bench.observe()


def slot_twice(answer: Any) -> Observation:
    """A probe gives its slot back, and once more, when it is somebody else's."""
    bench = Bench(answer)
    bench.trip_and_cool()
    first = bench.knock("first probe")
    bench.report(first, NOTHING, "first probe")
    second = bench.knock("second probe")
    for report in (NOTHING, SUCCESS):
        bench.report(first, report, "first probe, then")
        bench.look(f"after the second {report}")
    bench.knock("somebody")
    bench.report(second, SUCCESS, "second probe")
    return bench.observe()


def lease(answer: Any) -> Observation:
    """The probe's owner ends without a report; its ghost reports when the slot is somebody else's."""
    bench = Bench(answer, LEASE_S)
    bench.trip_and_cool()
    held: list[Any] = []
    owner = Thread(target=lambda: held.append(bench.knock("dead owner")), name="owner")
    owner.start()
    owner.join()
    bench.wait_until(COOLDOWN_S + LEASE_S - 1)
    bench.knock("after 59 s")
    bench.wait_until(COOLDOWN_S + LEASE_S)
    probe = bench.knock("after 60 s")
    bench.report(held[0], SUCCESS, "ghost")
    bench.look("after the ghost")
    bench.knock("somebody")
    bench.report(held[0], NOTHING, "ghost, again,")
    bench.report(probe, SUCCESS, "next probe")
    return bench.observe()


def lease_report(answer: Any) -> Observation:
    """Two probes that nobody waits for: one reports a second before its lease is over, one when it is over."""
    bench = Bench(answer, LEASE_S)
    bench.trip_and_cool()
    late = bench.knock("first probe")
    bench.wait_until(70)
    bench.report(late, SUCCESS, "first probe, after 60 s,")
    bench.look("after the first probe")
    in_time = bench.knock("second probe")
    bench.wait_until(129)
    bench.report(in_time, SUCCESS, "second probe, after 59 s,")
    bench.look("after the second probe")
    return bench.observe()


def lease_of_calls(answer: Any) -> Observation:
    """Calls let in while closed: one reports in time, one late, one never; then somebody knocks."""
    bench = Bench(answer, LEASE_S)
    in_time, late = bench.knock("call 1"), bench.knock("call 2")
    bench.knock("dead owner")
    bench.wait_until(59)
    bench.report(in_time, FAILURE, "call 1, after 59 s,")
    bench.look("after call 1")
    bench.wait_until(60)
    bench.report(late, FAILURE, "call 2, after 60 s,")
    bench.look("after call 2")
    bench.wait_until(61)
    bench.knock("somebody")
    return bench.observe()
