"""Every method that touches anything is locked by a decorator; the dead are found by a deadline in the permit itself."""

import functools
import math
import threading

from labs.e11_circuit_breaker import permit as parts
from labs.e11_circuit_breaker.permit import Proof, State


def locked(method):
    @functools.wraps(method)
    def run(self, *arguments):
        with self.mutex:
            return method(self, *arguments)

    return run


class Pass(parts.Permit):
    deadline = math.inf
    gone = False


class Breaker:
    def __init__(self, threshold, cooldown, clock, permit_lease):
        self.threshold = threshold
        self.cooldown = cooldown
        self.clock = clock
        self.lease = math.inf if permit_lease is None else permit_lease
        self.mutex = threading.RLock()
        self.state = State.CLOSED
        self.changes = self.streak = self.refusals = 0
        self.reopens_at = -math.inf
        self.passes: list[Pass] = []

    @locked
    def acquire(self):
        self.mark_gone()
        if self.state is State.OPEN and self.clock() >= self.reopens_at:
            self.change(State.HALF_OPEN)
        if not self.is_ajar():
            self.refusals += 1
            raise parts.CircuitOpen(self.state.value)
        new = Pass(len(self.passes), self.state, self.changes, self.settle)
        new.deadline = self.clock() + self.lease
        self.passes.append(new)
        return new

    @locked
    def is_ajar(self):
        if self.state is State.HALF_OPEN:
            return all(one.gone or one.generation != self.changes for one in self.passes)
        return self.state is State.CLOSED

    @locked
    def mark_gone(self):
        now = self.clock()
        for one in self.passes:
            one.gone = one.gone or now >= one.deadline

    @locked
    def settle(self, one, proof):
        self.mark_gone()
        if one.settled:
            raise parts.AlreadySettled
        one.settled = True
        matters = not one.gone and one.generation == self.changes
        one.gone = True
        if matters:
            (self.hear_probe if self.state is State.HALF_OPEN else self.hear)(proof)

    def hear_probe(self, proof):
        if proof in (Proof.WELL, Proof.REACHABLE):
            self.change(State.CLOSED)
        elif proof is Proof.ILL:
            self.change(State.OPEN)

    def hear(self, proof):
        if proof is Proof.WELL:
            self.streak = 0
        if proof is Proof.ILL:
            self.streak += 1
        if self.streak >= self.threshold:
            self.change(State.OPEN)

    def change(self, state):
        self.state, self.streak = state, 0
        self.changes += 1
        self.reopens_at = self.clock() + self.cooldown

    @locked
    def snapshot(self):
        flying = sum(not one.gone for one in self.passes)
        total = len(self.passes)
        return parts.Snapshot(self.state, self.streak, total, total - flying, flying, self.refusals)
