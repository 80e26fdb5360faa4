"""A class for each state; a change of state is a new object, and a permit is late if its object is not the present one."""

import threading

from labs.e11_circuit_breaker.permit import AlreadySettled, CircuitOpen, Snapshot, State


class Closed:
    name = State.CLOSED

    def __init__(self):
        self.streak = 0

    def lets_in(self):
        return True

    def hears(self, breaker, report):
        if report == "ill":
            self.streak += 1
            if self.streak >= breaker.threshold:
                breaker.state = Open(breaker.clock())
        elif report == "well":
            self.streak = 0


class Open:
    name = State.OPEN
    streak = 0

    def __init__(self, since):
        self.since = since


class HalfOpen:
    name = State.HALF_OPEN
    streak = 0
    probe = None

    def lets_in(self):
        return self.probe is None

    def hears(self, breaker, report):
        self.probe = None
        if report == "ill":
            breaker.state = Open(breaker.clock())
        elif report != "unknown":
            breaker.state = Closed()


class Ticket:
    def __init__(self, breaker, until):
        self.breaker, self.state, self.until = breaker, breaker.state, until
        self.reported = self.over = False

    def success(self):
        self.breaker.take(self, "well")

    def failure(self):
        self.breaker.take(self, "ill")

    def release_probe_as_success(self):
        self.breaker.take(self, "reached")

    def abandon(self):
        self.breaker.take(self, "unknown")


class Breaker:
    def __init__(self, threshold, cooldown, clock, permit_lease):
        self.threshold, self.cooldown, self.clock, self.lease = threshold, cooldown, clock, permit_lease
        self.lock = threading.RLock()
        self.state = Closed()
        self.out = []
        self.issued = self.refusals = 0

    def acquire(self):
        with self.lock:
            self.sweep()
            if isinstance(self.state, Open) and self.clock() - self.state.since >= self.cooldown:
                self.state = HalfOpen()
            if isinstance(self.state, Open) or not self.state.lets_in():
                self.refusals += 1
                raise CircuitOpen
            until = None if self.lease is None else self.clock() + self.lease
            ticket = Ticket(self, until)
            if isinstance(self.state, HalfOpen):
                self.state.probe = ticket
            self.out.append(ticket)
            self.issued += 1
            return ticket

    def sweep(self):
        for ticket in [t for t in self.out if t.until is not None and self.clock() >= t.until]:
            self.back(ticket)
            if isinstance(self.state, HalfOpen) and self.state.probe is ticket:
                self.state.probe = None

    def back(self, ticket):
        ticket.over = True
        self.out.remove(ticket)

    def take(self, ticket, report):
        with self.lock:
            self.sweep()
            if ticket.reported:
                raise AlreadySettled
            ticket.reported = True
            if not ticket.over:
                self.back(ticket)
                if ticket.state is self.state:
                    self.state.hears(self, report)

    def snapshot(self):
        with self.lock:
            flying = len(self.out)
            return Snapshot(
                self.state.name, self.state.streak, self.issued, self.issued - flying, flying, self.refusals
            )
