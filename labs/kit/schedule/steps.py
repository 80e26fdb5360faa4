"""A step is what one thread does, at once, to one named object."""

from typing import NamedTuple

Name = str
Target = tuple[Name, str]

NOTHING: Target = ("", "")
CLOCK: Target = ("the clock", "")

# Parts that say what kind of object a modelled step is about; the dependency table knows them.
LOCK = "a lock"
FIFO = "a queue"
LIFE = "a thread"


class Step(NamedTuple):
    """One announced operation of one lane (a thread of the run, counted from 0)."""

    lane: int
    action: str
    target: Target
    writes: bool
    blocks: bool = False
    daemon: bool = False
    also: tuple[tuple[Target, bool], ...] = ()  # what it touches besides, and whether it writes it

    def touched(self) -> tuple[tuple[Target, bool], ...]:
        """All that the step touches: `a.extend(b)` is one step on two objects."""
        return ((self.target, self.writes), *self.also)


class Choice(NamedTuple):
    """One answer of `choice(of)`; it concerns its own lane alone."""

    lane: int
    value: int
    of: int
    label: str


# Ends the action of a step that is several in truth: code of the library, which is not instrumented.
IN_PARTS = "…"

ENDS = "end"
BEGINS = "begin"
