"""Misconception: Who is turned away costs nothing, so nobody needs to know.

Rejected by: counting
Diagnosis: `refused` stays at 0. It is the one figure that says what an open breaker costs its callers.
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
        self._probe: int | None = None
        self._in_flight: dict[int, float] = {}
        self._admitted = self._settled = self._refused = 0

    def acquire(self) -> Permit:
        with self._lock:
            now = self._clock()
            self._end_leases(now)
            if self._state is State.OPEN and now >= self._opened_at + self._cooldown:
                self._enter(State.HALF_OPEN, now)
            if self._state is State.OPEN or self._probe is not None:
                raise CircuitOpen(f"the breaker is {self._state.value}: not asked")
            return self._issue(now)

    def snapshot(self) -> Snapshot:
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
            now = self._clock()
            if permit.settled:
                raise AlreadySettled(f"permit {permit.number} was settled before")
            permit.settled = True
            self._end_leases(now)
            late = self._is_late(permit)
            self._give_back(permit.number)
            if late:
                return
            if self._state is State.HALF_OPEN:
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
        if number == self._probe:
            self._probe = None

    def _end_leases(self, now: float) -> None:
        if self._permit_lease is not None:
            for number, issued_at in list(self._in_flight.items()):
                if now >= issued_at + self._permit_lease:
                    self._give_back(number)
