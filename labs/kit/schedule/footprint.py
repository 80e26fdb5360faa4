"""What one step reads and writes."""

from __future__ import annotations

from typing import NamedTuple

from labs.kit.schedule.steps import Target

WHOLE = "[]"  # the part that stands for a container's contents
_EMPTY: list[Target] = []


class Footprint(NamedTuple):
    """What one step reads and writes."""

    reads: list[Target] = _EMPTY
    writes: list[Target] = _EMPTY

    def __or__(self, other: Footprint) -> Footprint:
        """Both at once."""
        return Footprint(self.reads + other.reads, self.writes + other.writes)

    def writing(self) -> Footprint:
        """As if all of it were written."""
        return Footprint(_EMPTY, self.reads + self.writes)


NOTHING = Footprint()
