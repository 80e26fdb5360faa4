"""The circuit breaker: it answers one question, is this endpoint ill?, and keeps callers away while it is.

One lock holds look and change together, at the door and at the settling. Half-open has one slot; whatever becomes of
the probe that took it, the slot comes back: by one of four reports, or when the permit's lease is over.
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
    """Opens after `threshold` failures in a row; after `cooldown` seconds one probe decides how it goes on.

    `clock` answers the time in seconds. A permit that is not settled within `permit_lease` seconds is taken for
    abandoned, so that a dead owner cannot keep the slot; the lease must be longer than any call may take, or the
    living are taken for dead. None means no lease: the slot waits for its owner for ever.
    """

    def __init__(
        self,
        threshold: int,
        cooldown: float,
        clock: Callable[[], float],
        permit_lease: float | None,
    ) -> None:
        """Raise ValueError unless the threshold is an int of 1 or more, and cooldown and lease are above 0."""
        if type(threshold) is not int or threshold < 1:
            raise ValueError(f"threshold: got {threshold!r}, takes an int of 1 or more")
        if not cooldown > 0:
            raise ValueError(f"cooldown: got {cooldown!r}, takes more than 0 seconds")
        if permit_lease is not None and not permit_lease > 0:
            raise ValueError(f"permit_lease: got {permit_lease!r}, takes more than 0 s, or None")
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
        """Leave to make one call now.

        Raises:
            CircuitOpen: it is open, or half-open with its probe under way; the endpoint is not to be asked.
        """
        with self._lock:
            now = self._clock()
            self._take_overdue_for_abandoned(now)
            if self._state is State.OPEN and now >= self._opened_at + self._cooldown:
                self._enter(State.HALF_OPEN, now)
            if self._state is State.OPEN or self._probe is not None:
                self._refused += 1
                raise CircuitOpen(f"the breaker is {self._state.value}: not asked, try elsewhere")
            return self._issue(now)

    def snapshot(self) -> Snapshot:
        """The whole state, taken under the lock. Looking moves nothing: open stays open until somebody knocks."""
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
        with self._lock:
            if permit.settled:
                raise AlreadySettled(f"permit {permit.number} was settled before; nothing changed")
            now = self._clock()
            permit.settled = True
            self._take_overdue_for_abandoned(now)
            late = self._is_late(permit)
            self._give_back(permit.number)
            if late:
                return
            if self._state is State.HALF_OPEN:
                self._settle_probe(proof, now)
            else:
                self._settle_call(proof, now)

    def _is_late(self, permit: Permit) -> bool:
        overdue = permit.number not in self._in_flight
        return overdue or permit.generation != self._generation

    def _settle_call(self, proof: Proof, now: float) -> None:
        if proof is Proof.WELL:
            self._streak = 0
        elif proof is Proof.ILL:
            self._streak += 1
            if self._streak >= self._threshold:
                self._enter(State.OPEN, now)

    def _settle_probe(self, proof: Proof, now: float) -> None:
        if proof is Proof.ILL:
            self._enter(State.OPEN, now)
        elif proof is not Proof.NOTHING:
            self._enter(State.CLOSED, now)

    def _enter(self, state: State, now: float) -> None:
        self._state = state
        self._generation += 1  # what was issued before is late from here on
        self._streak = 0
        self._probe = None
        if state is State.OPEN:
            self._opened_at = now

    def _give_back(self, number: int) -> None:
        if self._in_flight.pop(number, None) is None:
            return
        self._settled += 1
        if number == self._probe:
            self._probe = None

    def _take_overdue_for_abandoned(self, now: float) -> None:
        if self._permit_lease is None:
            return
        for number, issued_at in list(self._in_flight.items()):
            if issued_at + self._permit_lease <= now:
                self._give_back(number)
