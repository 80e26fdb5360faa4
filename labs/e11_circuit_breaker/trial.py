"""One trial: a breaker in front of an endpoint, on a virtual clock, with everything that happens written down."""

import threading
from collections.abc import Callable
from typing import Any

from labs.e11_circuit_breaker.breaker import Breaker
from labs.e11_circuit_breaker.calls import call
from labs.e11_circuit_breaker.errors import ProtocolError
from labs.e11_circuit_breaker.outcomes import row_for
from labs.e11_circuit_breaker.permit import CircuitOpen, Permit
from labs.kit.clock import VirtualClock
from labs.kit.history import History, count
from labs.kit.scenario import Json, Observation

THRESHOLD = 3
COOLDOWN_S = 10
LEASE_S = 60  # longer than any call of the lab, all of which take no time
REFUSED, LET_THROUGH = "refused", "let through"


def unreadable(job: str = "any") -> ProtocolError:
    """An answer that cannot be read."""
    return ProtocolError(job, "node-1", "invalid_json")


class Trial:
    """Puts callers, breaker and endpoint together and keeps what a verdict needs: states, answers, who was asked."""

    def __init__(
        self,
        *,
        breaker: Callable[..., Breaker] = Breaker,
        through: Callable[..., Any] = call,
        permit_lease: float | None = LEASE_S,
    ) -> None:
        """`through(breaker, work)` is how a call is made."""
        self.clock = VirtualClock()
        self.history = History()
        self.breaker = breaker(THRESHOLD, COOLDOWN_S, self.clock.now, permit_lease)
        self._through = through
        self._shown = self.breaker.snapshot().state
        self._told: list[str] = []

    def ask(self, job: str, ends_in: BaseException | None = None) -> None:
        """Make one call that is to end in that error, or in a result, and keep what the caller is told."""
        try:
            self._through(self.breaker, lambda: self._serve(job, ends_in))
        except CircuitOpen:
            self._told.append(REFUSED)
            self.history.record(REFUSED, job)
        except BaseException as error:
            if error is not ends_in:
                raise
        self.show_state()

    def trip(self) -> None:
        """Open the breaker: as many failures as it takes, reported by hand."""
        self.say(f"reports {THRESHOLD} node failures")
        for _ in range(THRESHOLD):
            self.breaker.acquire().failure()
        self.show_state()

    def cool_down(self) -> None:
        """Let the cooldown pass, to the second."""
        self.wait(COOLDOWN_S)

    def wait(self, seconds: float) -> None:
        """Let so many seconds pass."""
        self.clock.advance(seconds)
        self.say(f"waits, until t={self.clock.now():.0f} s")

    def say(self, text: str) -> None:
        """Add a line to the caller's lane of the story."""
        self.history.note("caller", text)

    def knock(self) -> Permit | None:
        """A permit, if the breaker issues one now."""
        try:
            permit = self.breaker.acquire()
        except CircuitOpen:
            self._told.append(REFUSED)
            return None
        self._told.append(LET_THROUGH)
        return permit

    def show_state(self) -> str:
        """The breaker's state; a change of it is a line in its lane."""
        state = self.breaker.snapshot().state
        if state is not self._shown:
            self.history.note("breaker", f"{self._shown.value} → {state.value}")
            self._shown = state
        return state.value

    def told(self) -> list[str]:
        """What the callers were told, in order."""
        return list(self._told)

    def observe(self, **more: Json) -> Observation:
        """What this trial left behind, with figures of the scenario's own."""
        now = self.breaker.snapshot()
        figures: dict[str, Json] = {
            "state": self.show_state(),
            "streak": now.streak,
            "asked": count(self.history.events(), "asked"),
            "told": self.told(),
            "permits": {
                "admitted": now.admitted,
                "settled": now.settled,
                "in_flight": now.in_flight,
                "refused": now.refused,
            },
        }
        return Observation.of(self.history, **(figures | more))

    def _serve(self, job: str, ends_in: BaseException | None) -> str:
        self.show_state()
        outcome = row_for(ends_in).outcome
        self._told.append(outcome)
        self.history.record("asked", job, reason=outcome)
        if ends_in is not None:
            raise ends_in
        return job


def together(*calls: Callable[[], object]) -> None:
    """Run the calls in a thread each, and wait for all of them."""
    threads = [threading.Thread(target=call, name=f"caller {i}") for i, call in enumerate(calls, 1)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
