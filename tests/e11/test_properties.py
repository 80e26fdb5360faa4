"""Properties of the breaker under any interleaving of knocks, reports and waits."""

from hypothesis import given, settings
from hypothesis import strategies as st

from labs.e11_circuit_breaker.breaker import Breaker
from labs.e11_circuit_breaker.permit import AlreadySettled, CircuitOpen, Permit, State
from labs.kit.clock import VirtualClock

COOLDOWN_S, LEASE_S = 10, 25
REPORTS = [Permit.success, Permit.failure, Permit.release_probe_as_success, Permit.abandon]

same_every_run = settings(derandomize=True, database=None, deadline=None)

knocks = st.just(("knock", 0, 0))
reports = st.tuples(st.just("report"), st.integers(0, 9), st.integers(0, 3))
waits = st.tuples(st.just("wait"), st.sampled_from([1, 9, 10, 24, 25, 1_000]), st.just(0))
plans = st.lists(st.one_of(knocks, reports, waits), max_size=40)


class Desk:
    """Plays a plan, and knows of each permit when it was issued and whether its owner has reported."""

    def __init__(self, threshold: int) -> None:
        self.clock = VirtualClock()
        self.breaker = Breaker(threshold, COOLDOWN_S, self.clock.now, LEASE_S)
        self.permits: list[tuple[Permit, float]] = []
        self.reported: set[int] = set()
        self.refused = 0

    def play(self, step: tuple[str, int, int]) -> None:
        """Take one step of the plan; a report on a permit that there is not changes nothing."""
        kind, number, report = step
        if kind == "wait":
            self.clock.advance(number)
        elif kind == "knock":
            self._knock()
        elif number < len(self.permits):
            self._report(number, report)

    def probes_out(self) -> int:
        """Probes whose owner has not reported and whose lease is not over."""
        return sum(
            permit.is_probe and number not in self.reported and self.clock.now() < issued + LEASE_S
            for number, (permit, issued) in enumerate(self.permits)
        )

    def _knock(self) -> None:
        try:
            self.permits.append((self.breaker.acquire(), self.clock.now()))
        except CircuitOpen:
            self.refused += 1

    def _report(self, number: int, report: int) -> None:
        before = self.breaker.snapshot()
        try:
            REPORTS[report](self.permits[number][0])
        except AlreadySettled:
            assert number in self.reported
            assert self.breaker.snapshot() == before
        else:
            assert number not in self.reported
            self.reported.add(number)


@same_every_run
@given(st.integers(1, 3), plans)
def test_every_permit_is_accounted_for(threshold: int, plan: list[tuple[str, int, int]]) -> None:
    """After every step admitted = settled + in flight, and each knock was admitted or refused."""
    desk = Desk(threshold)
    for step in plan:
        desk.play(step)

        now = desk.breaker.snapshot()
        assert now.admitted == now.settled + now.in_flight
        assert (now.admitted, now.refused) == (len(desk.permits), desk.refused)
        assert now.in_flight <= len(desk.permits) - len(desk.reported)


@same_every_run
@given(st.integers(1, 3), plans)
def test_never_two_probes(threshold: int, plan: list[tuple[str, int, int]]) -> None:
    """There is never more than one probe out, and none unless the breaker is half-open."""
    desk = Desk(threshold)
    for step in plan:
        desk.play(step)

        half_open = desk.breaker.snapshot().state is State.HALF_OPEN
        assert desk.probes_out() <= half_open


@same_every_run
@given(st.integers(1, 3), plans)
def test_the_door_never_shuts_for_good(threshold: int, plan: list[tuple[str, int, int]]) -> None:
    """Whatever happened, and whoever died: when lease and cooldown are over, somebody is let through."""
    desk = Desk(threshold)
    for step in plan:
        desk.play(step)
    desk.clock.advance(max(COOLDOWN_S, LEASE_S))

    assert isinstance(desk.breaker.acquire(), Permit)


@same_every_run
@given(st.integers(1, 3), plans)
def test_only_failures_open(threshold: int, plan: list[tuple[str, int, int]]) -> None:
    """Without a reported failure the breaker stays closed and its streak at 0."""
    desk = Desk(threshold)
    for step in plan:
        if step[0] != "report" or REPORTS[step[2]] is not Permit.failure:
            desk.play(step)

    now = desk.breaker.snapshot()
    assert (now.state, now.streak) == (State.CLOSED, 0)
