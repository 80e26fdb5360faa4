"""The bench of E11.2: knocks at a door and reports by hand, on a clock of its own, and looks how the breaker stands."""

from collections.abc import Callable
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


def told_at_door(breaker: Any) -> str:
    """Knock, and say what is told."""
    return knocked(breaker)[1]
