"""E11.2 Probe (40 minutes)

A breaker opened, cooled down, and let a call through to see whether the node was back. Then it let a second one
through. A call from before the trouble came home with a result, and the breaker closed, though nobody had heard from
the node. Another day the thread that probed was killed, and no call was let through until the restart.

The breaker below counts and opens. What it cannot do is probe: write the half-open state. Its methods run in many
threads at once. `Permit`, `Proof`, `State` and `Snapshot` are in `permit.py`; each of a permit's four reports calls
`_settle` with one `Proof`: WELL (a result), REACHABLE (an answer in form), ILL, or NOTHING.

- *The door.* Open refuses with `CircuitOpen` until `cooldown` seconds are over. Then whoever comes first is the probe,
  and as long as it is under way everybody else is refused. One probe, never two.
- *The probe.* WELL and REACHABLE close the breaker, with a streak of 0. ILL opens it again, for a whole cooldown from
  now. NOTHING leaves it half-open, and whoever comes next is the next probe.
- *Late.* A permit speaks of the breaker as it was when it was issued. Has the breaker changed its state since, even if
  it is back in the same one, then the report settles the permit and changes nothing else: it opens nothing, closes
  nothing, counts nothing, frees no slot, and a cooldown goes on as it was.
- *Once.* A second report raises `AlreadySettled` and changes nothing, whichever two threads make the two.
- *The lease.* A permit not settled `permit_lease` seconds after its issue counts as settled, by nobody: who knocks or
  reports next finds its slot free, and its own report from then on is late. With None there is no lease.
- *The accounts.* In every snapshot `admitted == settled + in_flight`; who is turned away is counted as `refused`.

A call that was let in while closed, and is on time, counts as given: WELL ends the streak, ILL adds to it, REACHABLE
and NOTHING leave it. Exports `Breaker`.
"""

import threading
from collections.abc import Callable

from labs.e11_circuit_breaker.permit import (
    AlreadySettled,
    CircuitOpen,
    Permit,
    Proof,
    Snapshot,
    State,
)


class Breaker:
    """Opens after `threshold` failures in a row; after `cooldown` seconds one probe decides how it goes on."""

    def __init__(
        self,
        threshold: int,
        cooldown: float,
        clock: Callable[[], float],
        permit_lease: float | None,
    ) -> None:
        self._threshold = threshold
        self._cooldown = cooldown
        self._clock = clock
        self._permit_lease = permit_lease
        self._lock = threading.Lock()
        self._state = State.CLOSED
        self._generation = 0
        self._streak = 0
        self._opened_at = 0.0
        self._probe: int | None = None  # the permit that has the slot, by number
        self._in_flight: dict[int, float] = {}  # when each permit was issued, by number
        self._admitted = self._settled = self._refused = 0

    def acquire(self) -> Permit:
        """Leave to make one call now, or CircuitOpen."""
        with self._lock:  # Look, change and issue in one: between them two would see the same.
            now = self._clock()
            self._end_leases(now)
            if self._state is State.OPEN and now >= self._opened_at + self._cooldown:
                self._enter(State.HALF_OPEN, now)
            # Open lets nobody in; half-open has one slot, and lets nobody in while that is taken.
            if self._state is State.OPEN or self._probe is not None:
                self._refused += 1
                raise CircuitOpen(f"the breaker is {self._state.value}: not asked")
            return self._issue(now)

    def snapshot(self) -> Snapshot:
        """How it stands now. Looking moves nothing."""
        with self._lock:
            counts = self._admitted, self._settled, len(self._in_flight), self._refused
            return Snapshot(self._state, self._streak, *counts)

    def _issue(self, now: float) -> Permit:
        self._admitted += 1
        permit = Permit(self._admitted, self._state, self._generation, self._settle)
        self._in_flight[permit.number] = now
        if permit.is_probe:
            self._probe = permit.number
        return permit

    def _settle(self, permit: Permit, proof: Proof) -> None:
        """Take a permit back, and act on what its owner reports."""
        with self._lock:
            now = self._clock()
            # Once: the slot that it gave back may be somebody else's by now.
            if permit.settled:
                raise AlreadySettled(f"permit {permit.number} was settled before")
            permit.settled = True
            self._end_leases(now)
            late = self._is_late(permit)
            self._give_back(permit.number)
            if late:
                return
            if self._state is State.HALF_OPEN:
                # The question was whether it can be reached: any answer will do, our cancel is none.
                if proof is Proof.ILL:
                    self._enter(State.OPEN, now)
                elif proof is not Proof.NOTHING:
                    self._enter(State.CLOSED, now)
            elif proof is Proof.WELL:
                self._streak = 0
            elif proof is Proof.ILL:
                self._streak += 1
                if self._streak >= self._threshold:
                    self._enter(State.OPEN, now)

    def _is_late(self, permit: Permit) -> bool:
        # The lease is over, or the state has changed: closed again is not the closed of then.
        return permit.number not in self._in_flight or permit.generation != self._generation

    def _enter(self, state: State, now: float) -> None:
        self._state = state
        self._generation += 1
        self._streak = 0
        self._probe = None
        if state is State.OPEN:
            self._opened_at = now

    def _give_back(self, number: int) -> None:
        if self._in_flight.pop(number, None) is None:
            return
        self._settled += 1
        # Only its own slot: a call of old times must not free that of the probe.
        if number == self._probe:
            self._probe = None

    def _end_leases(self, now: float) -> None:
        # The dead do not report, so whoever comes to the door, or reports, does it for them.
        if self._permit_lease is not None:
            for number, issued_at in list(self._in_flight.items()):
                if now >= issued_at + self._permit_lease:
                    self._give_back(number)
