"""The history: events and notes in one order, read as a snapshot."""

import dataclasses
import threading

import pytest

from labs.kit.history import Event, History, Note, count


def test_events_keep_their_order() -> None:
    """Events come back in the order in which they were recorded."""
    history = History()

    history.record("retry", "a", 1, "attempts", "none")
    history.record("closed")

    assert history.events() == [Event("retry", "a", 1, "attempts", "none"), Event("closed")]


def test_notes_are_no_events() -> None:
    """A note stands in the story, between the events, and not among them."""
    history = History()

    history.record("retry", "a")
    history.note("store", "writes 7")
    history.record("acked", "a")

    assert history.events() == [Event("retry", "a"), Event("acked", "a")]
    assert history.story() == [Event("retry", "a"), Note("store", "writes 7"), Event("acked", "a")]


def test_absent_fields_are_left_out() -> None:
    """An event as JSON has the fields that apply and no others."""
    assert Event("closed").as_dict() == {"event": "closed"}
    assert Event("abandoned", "b").as_dict() == {"event": "abandoned", "key": "b"}


def test_a_zero_is_not_absent() -> None:
    """A field that is 0 or empty is there: only None is absent."""
    assert Event("x", "", 0).as_dict() == {"event": "x", "key": "", "attempt": 0}


def test_fields_have_the_contract_names() -> None:
    """One event is event, key, attempt, reason, effect, in that order."""
    full = Event("dead", "a", 3, "attempts", "applied")

    assert list(full.as_dict()) == ["event", "key", "attempt", "reason", "effect"]


def test_events_cannot_be_changed() -> None:
    """What happened stays as it was recorded."""
    with pytest.raises(dataclasses.FrozenInstanceError):
        Event("acked").event = "dead"


@pytest.mark.parametrize("read", [History.events, History.story])
def test_reading_gives_a_snapshot(read) -> None:
    """Who reads the history gets a list of its own, which does not grow and cannot be used to write."""
    history = History()
    history.record("retry")
    before = read(history)

    history.record("acked")
    read(history).clear()

    assert (before, len(read(history))) == ([Event("retry")], 2)


def test_nothing_is_lost_between_threads() -> None:
    """Two threads that record at once lose nothing, and each keeps its own order."""
    history = History()

    def record(key: str) -> None:
        for attempt in range(200):
            history.record("retry", key, attempt)

    threads = [threading.Thread(target=record, args=(key,)) for key in "ab"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    for key in "ab":
        assert list(range(200)) == [e.attempt for e in history.events() if e.key == key]


def test_count_counts_by_name() -> None:
    """Counting looks at the event's name alone."""
    events = [Event("acked", "a"), Event("dead", "acked"), Event("acked", "b")]

    assert (count(events, "acked"), count(events, "dead"), count(events, "closed")) == (2, 1, 0)
