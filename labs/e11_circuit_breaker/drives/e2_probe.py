"""Drives an answer of E11.2: knocks at its door and reports by hand, on a clock of its own, and looks how it stands."""

from collections.abc import Callable
from functools import partial
from threading import Thread
from typing import Any

from labs.e11_circuit_breaker.permit import AlreadySettled, CircuitOpen
from labs.kit.clock import VirtualClock
from labs.kit.history import History
from labs.kit.scenario import Json, Observation

THRESHOLD = 3
COOLDOWN_S = 10
LEASE_S = 60
START_S = 1_000  # no clock of a running system says 0
LET_THROUGH, REFUSED = "let through", "refused"
SUCCESS, ANSWERED, FAILURE, NOTHING = REPORTS = (
    "success",
    "release_probe_as_success",
    "failure",
    "abandon",
)


class Bench:
    """A breaker of the answer's, and what is seen of it, moment by moment; seconds count from the bench's start."""

    def __init__(self, answer: Any, permit_lease: float | None = None) -> None:
        self.clock = VirtualClock()
        self.clock.advance(START_S)
        self.breaker = answer.Breaker(THRESHOLD, COOLDOWN_S, self.clock.now, permit_lease)
        self._second = 0
        self._history = History()
        self._seen: dict[str, Json] = {}
        self._off: list[str] = []
        self._stands = "closed"

    def knock(self, who: str) -> Any:
        """A permit, or None if the breaker issues none; what is said at the door is seen."""
        permit, told = knocked(self.breaker)
        self._see(who, told)
        return permit

    def report(self, permit: Any, report: str, who: str) -> None:
        """Make this report on the permit; how it is taken is seen."""
        self._see(f"{who} reports {report}", reported(permit, report))

    def together(self, *acts: Callable[[], str]) -> list[str]:
        """Do these in a thread each; what each was told, in the order of the acts."""
        told = in_threads(*acts)
        self._history.note("caller", f"two at once: {', '.join(sorted(told))}")
        return told

    def trip(self) -> None:
        """Open the breaker with as many failures as it takes."""
        for _ in range(THRESHOLD):
            reported(knocked(self.breaker)[0], FAILURE)
        self._history.note("caller", f"{THRESHOLD} node failures")
        self._look_for("the failures")

    def trip_and_cool(self) -> None:
        """Open the breaker, and let the cooldown pass, to the second."""
        self.trip()
        self.wait_until(COOLDOWN_S)

    def wait_until(self, second: int) -> None:
        """Let time pass until that second."""
        self.clock.advance(second - self._second)
        self._second = second
        self._history.note("caller", f"waits, until t={second} s")

    def look(self, moment: str) -> None:
        """See how the breaker stood after the last knock or report."""
        self._seen[moment] = self._stands

    def observe(self, **more: Json) -> Observation:
        """All that was seen, how the breaker stands in the end, and the accounts."""
        self._look_for("the end")
        now = self.breaker.snapshot()
        issued = f"{now.admitted} issued, {now.settled} settled, {now.in_flight} in flight"
        permits = f"{issued}; {now.refused} refused"
        figures = {"in the end": self._stands, "permits": permits, "accounts off": self._off}
        return Observation.of(self._history, **(self._seen | figures | more))

    def _see(self, moment: str, told: str) -> None:
        self._seen[moment] = told
        self._history.note("caller", f"{moment}: {told}")
        self._look_for(moment)

    def _look_for(self, moment: str) -> None:
        now = self.breaker.snapshot()
        stands = now.state.value
        if stands != self._stands.partition(",")[0]:
            self._history.note("breaker", f"{self._stands.partition(',')[0]} → {stands}")
        self._stands = f"{stands}, streak {now.streak}" if stands == "closed" else stands
        if now.admitted != now.settled + now.in_flight:
            self._off.append(moment)


def knocked(breaker: Any) -> tuple[Any, str]:
    """A permit if the breaker issues one, and what the caller is told."""
    try:
        return breaker.acquire(), LET_THROUGH
    except CircuitOpen:
        return None, REFUSED


def reported(permit: Any, report: str) -> str:
    """Make the report; say how it was taken. Who was refused has nothing to report."""
    if permit is None:
        return "no permit"
    try:
        getattr(permit, report)()
    except AlreadySettled:
        return "AlreadySettled"
    return "taken"


def in_threads(*acts: Callable[[], str]) -> list[str]:
    """Do these in a thread each; their answers, in the order of the acts."""
    told: list[list[str]] = [[] for _ in acts]
    threads = [
        Thread(target=lambda act=act, mine=mine: mine.append(act()), name=f"caller {number}")
        for number, (act, mine) in enumerate(zip(acts, told, strict=True), 1)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return [answer for mine in told for answer in mine]


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


def one_probe(answer: Any) -> Observation:
    """Two threads knock as the cooldown is over."""
    bench = Bench(answer)
    bench.trip_and_cool()
    knock = partial(told_at_door, bench.breaker)
    told = sorted(bench.together(knock, knock))
    return bench.observe(told=told)


def told_at_door(breaker: Any) -> str:
    """Knock, and say what is told."""
    return knocked(breaker)[1]


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


DRIVES = {
    "counting": counting,
    "door": door,
    "one-probe": one_probe,
    "good-probe": closing(SUCCESS),
    "answered-probe": closing(ANSWERED),
    "bad-probe": bad_probe,
    "cancelled-probe": cancelled_probe,
    "late-in-probe": late_in_probe,
    "late-while-open": late_while_open,
    "late-in-closed": late_in_closed,
    "twice": twice,
    "slot-twice": slot_twice,
    "lease": lease,
    "lease-report": lease_report,
    "lease-of-calls": lease_of_calls,
    "reports-race": reports_race,
    "failures-race": failures_race,
    "slot-race": slot_race,
    "bad-probe-race": bad_probe_race,
    "snapshot-race": snapshot_race,
}
