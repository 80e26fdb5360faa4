"""No generations: the permits that still have a voice are kept, and a change of state takes it from all of them."""

import threading

from labs.e11_circuit_breaker.permit import AlreadySettled, CircuitOpen, Permit, Proof, Snapshot, State


class Breaker:
    def __init__(self, threshold, cooldown, clock, permit_lease):
        self._threshold, self._cooldown, self._clock, self._lease = threshold, cooldown, clock, permit_lease
        self._changed = threading.Condition()
        self._state, self._streak, self._opened = State.CLOSED, 0, None
        self._heard = {}  # permit -> when it was issued: on time, and of the present state
        self._unheard = {}  # the same of those that are late, and still in flight
        self._done = set()
        self._admitted = self._refused = 0

    def acquire(self):
        with self._changed:
            now = self._clock()
            self._bury(now)
            if self._state == State.OPEN and now - self._opened >= self._cooldown:
                self._become(State.HALF_OPEN)
            if self._state == State.OPEN or (self._state == State.HALF_OPEN and self._heard):
                self._refused += 1
                raise CircuitOpen()
            self._admitted += 1
            permit = Permit(self._admitted, self._state, 0, self._report)
            self._heard[permit] = now
            return permit

    def _become(self, state):
        self._state = state
        self._streak = 0
        self._unheard.update(self._heard)
        self._heard.clear()
        if state == State.OPEN:
            self._opened = self._clock()

    def _bury(self, now):
        if self._lease is None:
            return
        for permits in (self._heard, self._unheard):
            for permit in [p for p, since in permits.items() if now - since >= self._lease]:
                del permits[permit]

    def _report(self, permit, proof):
        with self._changed:
            self._bury(self._clock())
            if permit in self._done:
                raise AlreadySettled(permit)
            self._done.add(permit)
            self._unheard.pop(permit, None)
            if self._heard.pop(permit, None) is None:
                return
            if proof is Proof.ILL:
                self._streak += 1
                if self._state == State.HALF_OPEN or self._streak == self._threshold:
                    self._become(State.OPEN)
            elif proof is not Proof.NOTHING and self._state == State.HALF_OPEN:
                self._become(State.CLOSED)
            elif proof is Proof.WELL:
                self._streak = 0

    def snapshot(self):
        with self._changed:
            flying = len(self._heard) + len(self._unheard)
            return Snapshot(self._state, self._streak, self._admitted, self._admitted - flying, flying, self._refused)
