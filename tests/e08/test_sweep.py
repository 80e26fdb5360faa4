"""The sweep: all combinations, each judged, and a judge that sees every kind of lie."""

import pytest

from labs.e08_retries.sweep import combinations, drive
from labs.e08_retries.sweep_claims import judge_sweep
from labs.kit.scenario import Observation

CALM = {"fail_before": 0, "lose_ack": 0, "cancel_at_look": 0, "drain": True, "one_key": False}


def wrong(spec: dict, outcome: Observation) -> list[str]:
    """Name the claims that the run does not hold."""
    return [claim.name for claim in judge_sweep(spec, outcome) if not claim.held]


def test_all_of_them_hold() -> None:
    """Each of the 448 combinations is different, is run, and keeps every invariant."""
    specs = list(combinations())

    assert len({tuple(spec.values()) for spec in specs}) == len(specs) == 448
    assert [
        (spec, wrong(spec, drive(**spec))) for spec in specs if wrong(spec, drive(**spec))
    ] == []


@pytest.mark.parametrize(
    ("spec", "waits", "events"),
    [
        ({}, [], ["acked", "acked"]),
        ({"fail_before": 2}, [1, 2], ["retry", "retry", "acked", "acked"]),
        ({"fail_before": 1, "lose_ack": 2}, [1, 2], ["retry", "retry", "dead", "acked"]),
        ({"cancel_at_look": 2}, [], ["cancelled", "cancelled"]),
        ({"lose_ack": 3, "cancel_at_look": 3}, [1], ["retry", "cancelled", "cancelled"]),
        ({"lose_ack": 1, "one_key": True}, [1], ["retry", "acked", "acked"]),
    ],
)
def test_a_combination_is_what_it_says(spec: dict, waits: list[int], events: list[str]) -> None:
    """Faults and cancel strike where the combination says, and the second job has none of its own."""
    outcome = drive(**(CALM | spec))

    assert outcome.observed["waits"] == waits
    assert [event["event"] for event in outcome.events] == [*events, "closed"]


@pytest.mark.parametrize(
    ("change", "claim"),
    [
        ({"total": 11}, "total"),
        ({"writes_by_key": {"a": 2, "b": 1}}, "most writes of a key"),
        ({"waits": [1]}, "waits"),
        ({"accounting": {"submitted": 2, "acked": 1}}, "accounted for"),
        ({"accounting": {"submitted": 3, "acked": 2}}, "submitted"),
    ],
)
def test_a_wrong_figure_is_seen(change: dict, claim: str) -> None:
    """A run with one wrong figure breaks the claim that goes with it."""
    outcome = drive(**CALM)
    changed = Observation({**outcome.observed, **change}, outcome.events, outcome.story)

    assert wrong(CALM, outcome) == []
    assert claim in wrong(CALM, changed)


def test_an_event_after_closed_is_seen() -> None:
    """A run in which `closed` is not last breaks the claim on the last event."""
    outcome = drive(**CALM)
    events = [outcome.events[-1], *outcome.events[:-1]]

    assert "last event" in wrong(CALM, Observation(outcome.observed, events, outcome.story))


def test_a_lie_about_the_effect_is_seen() -> None:
    """A run that says effect none of what the store has answered breaks the claim on effects."""
    outcome = drive(**CALM)
    story = [line | {"effect": "none"} if "effect" in line else line for line in outcome.story]

    assert "effects told truly" in wrong(CALM, Observation(outcome.observed, outcome.events, story))
