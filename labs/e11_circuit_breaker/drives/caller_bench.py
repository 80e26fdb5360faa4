"""The bench of E11.1: the lab's own breaker, an endpoint that notes who asked it, and ways for a call to end."""

from collections.abc import Callable
from typing import Any

from labs.e11_circuit_breaker.breaker import Breaker
from labs.e11_circuit_breaker.errors import Cancelled, ProtocolError, StepError
from labs.e11_circuit_breaker.permit import CircuitOpen
from labs.kit.clock import VirtualClock
from labs.kit.history import History
from labs.kit.scenario import Json

THRESHOLD = 3
COOLDOWN_S = 10
OURS = (Exception, SystemExit, KeyboardInterrupt, Cancelled)  # all that a call is made to end in

End = Callable[[], BaseException | None]  # makes the error that a call ends in, anew for each run


def well() -> None:
    """The call returns."""


def explicit() -> StepError:
    """The producer's own word that the job failed."""
    return StepError("job", "node-1", "bad input")


def unreadable() -> ProtocolError:
    """An answer that cannot be read."""
    return ProtocolError("job", "node-1", "invalid_json")


class Bench:
    """Calls through the answer to an endpoint that notes who asked it; no lease, so only reports free the slot."""

    def __init__(self, answer: Any, history: History | None = None) -> None:
        self.history = history or History()
        self.clock = VirtualClock()
        self.breaker = Breaker(THRESHOLD, COOLDOWN_S, self.clock.now, permit_lease=None)
        self._call = answer.call
        self._shown = "closed"

    def ask(
        self,
        job: str,
        ends_in: BaseException | None = None,
        result: object = "done",
        meanwhile: Callable[[], None] = well,
    ) -> str:
        """Make one call that ends so; what the caller is told of it."""

        def work() -> object:
            self.history.record("asked", job)
            meanwhile()
            if ends_in is not None:
                raise ends_in
            return result

        told = told_by(lambda: self._call(self.breaker, work), ends_in, result)
        self.history.note("caller", f"{job} is told: {told}")
        self.show_state()
        return told

    def trip(self) -> None:
        """Open the breaker by hand, and let the cooldown pass."""
        for _ in range(THRESHOLD):
            self.breaker.acquire().failure()
        self.clock.advance(COOLDOWN_S)
        self.history.note("caller", f"{THRESHOLD} failures by hand, and a cooldown")
        self.show_state()

    def show_state(self) -> str:
        """The breaker's state; a change of it is a line in its lane."""
        state = self.breaker.snapshot().state.value
        if state != self._shown:
            self.history.note("breaker", f"{self._shown} → {state}")
            self._shown = state
        return state

    def figures(self) -> dict[str, Json]:
        """How the breaker stands, and whether each permit came back; the streak says something while closed."""
        now = self.breaker.snapshot()
        streak = f", streak {now.streak}" if now.state.value == "closed" else ""
        permits = f"{now.admitted} issued, {now.settled} settled"
        return {"breaker": now.state.value + streak, "permits": permits}


def told_by(call: Callable[[], object], ends_in: BaseException | None, result: object) -> str:
    """Call, and say what came out: the very error or result that the work ended in, or something else."""
    try:
        got = call()
    except OURS as error:  # reported: the parent judges it
        if error is ends_in:
            return type(error).__name__
        return (
            "refused" if type(error) is CircuitOpen else f"another error ({type(error).__name__})"
        )
    return "its result" if got is result and ends_in is None else f"another result ({got!r})"
