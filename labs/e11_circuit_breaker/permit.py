"""What a caller holds while its call is under way: leave to make it, to be settled exactly once.

The permit knows in which state and generation of the breaker it was issued. Without that a settle call is a message
without a date: nobody can tell whether it speaks of the endpoint as it is now.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum


class State(Enum):
    """Closed lets every call through, open none, half-open one at a time: the probe."""

    CLOSED = "closed"
    OPEN = "open"
    HALF_OPEN = "half-open"


class Proof(Enum):
    """What the end of a call proves about the endpoint; each of a permit's four settle calls says one of these."""

    WELL = "well"
    REACHABLE = "reachable"
    ILL = "ill"
    NOTHING = "nothing"


class CircuitOpen(Exception):
    """The breaker let nobody through; the endpoint was not asked."""


class AlreadySettled(Exception):
    """A permit is settled once; the second report changed nothing."""


@dataclass(frozen=True)
class Snapshot:
    """The breaker at one moment; always `admitted == settled + in_flight`, counted in permits."""

    state: State
    streak: int
    admitted: int
    settled: int
    in_flight: int
    refused: int


class Permit:
    """Leave to make one call, settled once by its owner, with one of four reports.

    Each report raises `AlreadySettled` if there was one before. A report that comes late, after the breaker has
    opened or moved on or the lease is over, settles the permit and changes nothing else.
    """

    def __init__(
        self,
        number: int,
        state: State,
        generation: int,
        settle: Callable[["Permit", Proof], None],
    ) -> None:
        """`settle` is the breaker's; `number` tells its permits apart."""
        self.number = number
        self.state = state
        self.generation = generation
        self.settled = False
        self._settle = settle

    @property
    def is_probe(self) -> bool:
        """True if it was issued by a half-open breaker."""
        return self.state is State.HALF_OPEN

    def success(self) -> None:
        """Report a result: the streak of failures ends; as a probe it closes the breaker."""
        self._settle(self, Proof.WELL)

    def failure(self) -> None:
        """Report an ill endpoint: one more in the streak; as a probe it opens the breaker again."""
        self._settle(self, Proof.ILL)

    def release_probe_as_success(self) -> None:
        """Report an answer in form that is no result: as a probe it closes the breaker, else it changes nothing."""
        self._settle(self, Proof.REACHABLE)

    def abandon(self) -> None:
        """Report nothing about the endpoint: give the permit back, and with it the probe's slot."""
        self._settle(self, Proof.NOTHING)
