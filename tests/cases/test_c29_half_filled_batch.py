"""C29: a drain waited for the queue and the workers, but not for the half-filled batch in a builder's hands.

Source: https://github.com/ethpandaops/xatu/issues/874 (a change with a regression test).
"""

from dataclasses import dataclass, field

BATCH = 5


@dataclass
class Exporter:
    """Gathers what it accepts into batches and exports the full ones."""

    flushes: bool
    building: list[int] = field(default_factory=list)
    exported: list[list[int]] = field(default_factory=list)
    steps: list[str] = field(default_factory=list)

    def accept(self, item: int) -> None:
        """Take one item; a full batch leaves at once."""
        self.building.append(item)
        if len(self.building) == BATCH:
            self._flush()

    def close(self, drain: bool) -> list[int]:
        """Close the intake, flush or hand back what is being built, stop; answer what was handed back."""
        self.steps.append("intake closed")
        if drain and self.flushes and self.building:
            self._flush()
            self.steps.append("builder flushed")
        returned, self.building = self.building, []
        self.steps.append("workers stopped")
        return [] if drain else returned

    def _flush(self) -> None:
        self.exported.append(self.building)
        self.building = []


def accepted(flushes: bool) -> Exporter:
    """Let an exporter accept seven items, so that its builder holds two."""
    exporter = Exporter(flushes)
    for item in range(1, 8):
        exporter.accept(item)
    return exporter


def test_wrong_two_items_are_lost() -> None:
    """Wrong: the drain forgets the builder, so five of seven are exported and two are in no account."""
    exporter = accepted(flushes=False)

    assert exporter.close(drain=True) == []
    assert exporter.exported == [[1, 2, 3, 4, 5]]
    assert exporter.steps == ["intake closed", "workers stopped"]


def test_right_the_builder_is_flushed() -> None:
    """Right: intake closed, then builder flushed, then workers stopped, and all seven are exported."""
    exporter = accepted(flushes=True)

    assert exporter.close(drain=True) == []
    assert exporter.exported == [[1, 2, 3, 4, 5], [6, 7]]
    assert exporter.steps == ["intake closed", "builder flushed", "workers stopped"]


def test_right_without_drain_they_are_handed_back() -> None:
    """Right: without draining, accepted = exported + handed back."""
    exporter = accepted(flushes=True)

    assert exporter.close(drain=False) == [6, 7]
    assert exporter.exported == [[1, 2, 3, 4, 5]]
