"""All that is known is one frozen value; pure functions make the next one, and the lock only swaps them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from threading import Lock
from typing import Callable, Optional

from labs.e11_circuit_breaker.permit import AlreadySettled, CircuitOpen, Permit, Proof, Snapshot, State


@dataclass(frozen=True)
class Known:
    state: State = State.CLOSED
    era: int = 0
    streak: int = 0
    shut_until: float = 0
    out: tuple[tuple[int, float, int], ...] = ()  # number, end of lease, era
    issued: int = 0
    refused: int = 0

    def enter(self, state: State) -> Known:
        return replace(self, state=state, era=self.era + 1, streak=0)

    def without_dead(self, now: float) -> Known:
        return replace(self, out=tuple(p for p in self.out if now < p[1]))

    def without(self, number: int) -> Known:
        return replace(self, out=tuple(p for p in self.out if p[0] != number))

    def has(self, number: int) -> bool:
        return any(p[0] == number for p in self.out)

    @property
    def is_full(self) -> bool:
        return self.state is State.HALF_OPEN and any(p[2] == self.era for p in self.out)


class Breaker:
    def __init__(
        self, threshold: int, cooldown: float, clock: Callable[[], float], permit_lease: Optional[float]
    ) -> None:
        self.rules = threshold, cooldown
        self.lease = float("inf") if permit_lease is None else permit_lease
        self.clock = clock
        self.swap = Lock()
        self.known = Known()

    def acquire(self) -> Permit:
        with self.swap:
            now = self.clock()
            k = self.known.without_dead(now)
            if k.state is State.OPEN and now >= k.shut_until:
                k = k.enter(State.HALF_OPEN)
            if k.state is State.OPEN or k.is_full:
                self.known = replace(k, refused=k.refused + 1)
                raise CircuitOpen("try elsewhere")
            number = k.issued + 1
            self.known = replace(k, issued=number, out=(*k.out, (number, now + self.lease, k.era)))
            return Permit(number, k.state, k.era, self.settle)

    def settle(self, permit: Permit, proof: Proof) -> None:
        with self.swap:
            if permit.settled:
                raise AlreadySettled(permit.number)
            permit.settled = True
            now = self.clock()
            k = self.known.without_dead(now)
            counts = k.has(permit.number) and permit.generation == k.era
            k = k.without(permit.number)
            self.known = self.after(k, proof, now) if counts else k

    def after(self, k: Known, proof: Proof, now: float) -> Known:
        threshold, cooldown = self.rules
        opened = replace(k.enter(State.OPEN), shut_until=now + cooldown)
        match k.state, proof:
            case _, Proof.NOTHING:
                return k
            case State.HALF_OPEN, Proof.ILL:
                return opened
            case State.HALF_OPEN, _:
                return k.enter(State.CLOSED)
            case _, Proof.ILL:
                return opened if k.streak + 1 >= threshold else replace(k, streak=k.streak + 1)
            case _, Proof.WELL:
                return replace(k, streak=0)
        return k

    def snapshot(self) -> Snapshot:
        with self.swap:
            k = self.known
        return Snapshot(k.state, k.streak, k.issued, k.issued - len(k.out), len(k.out), k.refused)
