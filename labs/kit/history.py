"""The history: what happened, in order, so that a verdict rests on events and not on a return value."""

import threading
from collections.abc import Iterable
from dataclasses import asdict, dataclass


@dataclass(frozen=True)
class Event:
    """One thing that happened to one job; a field that does not apply is None.

    `reason` says why a job was retried or stopped; `effect` says what the outside world has seen of it.
    """

    event: str
    key: str | None = None
    attempt: int | None = None
    reason: str | None = None
    effect: str | None = None

    def as_dict(self) -> dict[str, str | int]:
        """The event as JSON has it: absent fields left out."""
        return {name: value for name, value in asdict(self).items() if value is not None}


@dataclass(frozen=True)
class Note:
    """A line of the story that is no event of the worker's: who saw or did what."""

    lane: str
    text: str


class History:
    """An append-only record under one lock; a reader gets a snapshot, never the list itself."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._entries: list[Event | Note] = []

    def record(
        self,
        event: str,
        key: str | None = None,
        attempt: int | None = None,
        reason: str | None = None,
        effect: str | None = None,
    ) -> None:
        """Append an event of the worker's."""
        with self._lock:
            self._entries.append(Event(event, key, attempt, reason, effect))

    def note(self, lane: str, text: str) -> None:
        """Append a line to another lane of the story, such as the store's or the caller's."""
        with self._lock:
            self._entries.append(Note(lane, text))

    def events(self) -> list[Event]:
        """The worker's events so far, in order."""
        return [entry for entry in self.story() if isinstance(entry, Event)]

    def story(self) -> list[Event | Note]:
        """Everything so far, in order: the events and the notes between them."""
        with self._lock:
            return list(self._entries)


def count(events: Iterable[Event], name: str) -> int:
    """How many of the events have that name."""
    return sum(1 for event in events if event.event == name)
