"""The promises of the lab: each holds for a run that keeps it and fails for the smallest run that does not."""

import pytest

from labs.e08_retries import invariants
from labs.e08_retries.invariants import ends, happened, no_more_than, noted
from labs.kit.scenario import Observation

ACKED = {"event": "acked", "key": "a", "attempt": 1, "effect": "applied"}
DEAD = {"event": "dead", "key": "a", "attempt": 3, "reason": "attempts", "effect": "none"}
CONFLICT = {"event": "dead", "key": "a", "reason": "key conflict", "effect": "none"}


def seen(*events: dict, **observed) -> Observation:
    """Make a run that left behind just this."""
    return Observation(observed, list(events))


def account(submitted: int, **ended: int) -> Observation:
    """Make a run with this accounting."""
    return seen(accounting={"submitted": submitted, **ended})


@pytest.mark.parametrize(
    ("invariant", "kept", "broken"),
    [
        (no_more_than(7), [seen(total=7), seen(total=0)], [seen(total=8), seen(total=14)]),
        (
            ends("a"),
            [seen(DEAD)],
            [seen(), seen(ACKED), seen({**DEAD, "key": "b"})],
        ),
        (
            invariants.lost_nothing,
            [seen(ACKED, writes_by_key={"a": 1}), seen(DEAD, writes_by_key={})],
            [seen(ACKED, writes_by_key={}), seen(ACKED, writes_by_key={"b": 1})],
        ),
        (
            invariants.answered_truthfully,
            [
                seen(DEAD, writes_by_key={}),
                seen({**DEAD, "effect": "applied"}, writes_by_key={"a": 1}),
                seen({**DEAD, "event": "cancelled"}, writes_by_key={}),
            ],
            [
                seen(DEAD, writes_by_key={"a": 1}),
                seen({**DEAD, "effect": "applied"}, writes_by_key={}),
                seen({**DEAD, "event": "cancelled"}, writes_by_key={"a": 1}),
            ],
        ),
        (
            invariants.accounted_for,
            [account(0), account(2, acked=1, dead=1), account(1, crashed=1, acked=0)],
            [account(1), account(2, acked=1), account(1, acked=1, dead=1)],
        ),
        (invariants.conflict_is_told, [seen(CONFLICT)], [seen(), seen(ACKED), seen(DEAD)]),
        (invariants.bug_reaches_caller, [seen(raised="ValueError")], [seen(raised=None)]),
        (invariants.nothing_after_cancel, [seen(writes=0)], [seen(writes=1)]),
        (
            invariants.kept_promise,
            [seen(written_after_cancel=0, promised=0), seen(written_after_cancel=1, promised=1)],
            [seen(written_after_cancel=1, promised=0)],
        ),
        (
            invariants.read_when_finished,
            [seen(acked_when_read=2, accounting={"submitted": 2})],
            [seen(acked_when_read=1, accounting={"submitted": 2})],
        ),
    ],
)
def test_an_invariant_tells_kept_from_broken(invariant, kept, broken) -> None:
    """An invariant holds for every run that keeps it and for none that breaks it."""
    assert [invariant.holds(run) for run in kept] == [True] * len(kept)
    assert [invariant.holds(run) for run in broken] == [False] * len(broken)


def test_every_invariant_is_a_sentence() -> None:
    """A promise is told in words that fit after `broken:`."""
    promises = [thing for thing in vars(invariants).values() if hasattr(thing, "holds")]
    texts = [promise.text for promise in promises if isinstance(promise.text, str)]

    assert len(texts) >= 7
    assert all(text[0].islower() and not text.endswith(".") for text in texts)


def test_happened_looks_at_event_and_reason() -> None:
    """An event is found by its name, and by its reason where one is asked for."""
    run = seen(DEAD)

    assert happened("dead")(run)
    assert happened("dead", "attempts")(run)
    assert not happened("dead", "key conflict")(run)
    assert not happened("acked")(run)


def test_noted_looks_at_the_text_of_the_story() -> None:
    """A note is found by a part of its text, and an event has no text."""
    run = Observation({}, [], [{"lane": "caller", "text": "cancels"}, {"lane": "worker", **ACKED}])

    assert noted("cancel")(run)
    assert not noted("acked")(run)
