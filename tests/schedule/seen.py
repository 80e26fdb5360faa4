"""What an exploration sees of a body, as a set."""

from collections.abc import Callable
from typing import Any

from labs.kit.schedule import Run, explore


def all_outcomes(body: Callable[[], object], **options: Any) -> set[tuple[str, object]]:
    """Verdict and outcome of every schedule of the body."""
    found: set[tuple[str, object]] = set()

    def note(run: Run) -> None:
        found.add((run.verdict, run.outcome))

    result = explore(body, stop_at_first=False, reset=lambda: None, on_run=note, **options)
    assert result.exhausted, result.reason
    return found


def ends(*outcomes: object) -> set[tuple[str, object]]:
    """These outcomes, each reached by a run that came to its end."""
    return {("HOLDS", outcome) for outcome in outcomes}
