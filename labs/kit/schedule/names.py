"""Names of objects that are the same in every run which came the same way."""

from __future__ import annotations

from labs.kit.schedule.steps import Name


class Names:
    """Gives each object its type and a number, by first sight, and keeps it alive."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}
        self._known: dict[int, tuple[Name, object]] = {}

    def of(self, thing: object, title: str = "") -> Name:
        """The object's name; a title of its own takes the place of its type."""
        known = self._known.get(id(thing))
        if known is not None:
            return known[0]
        kind = title or (thing.__qualname__ if isinstance(thing, type) else type(thing).__name__)
        number = self._numbers[kind] = self._numbers.get(kind, 0) + 1
        name = kind if title and number == 1 else f"{kind} {number}"
        self._known[id(thing)] = (name, thing)
        return name

    def thing(self, name: Name) -> object:
        """The object of a name; None if there is none."""
        return next((thing for known, thing in self._known.values() if known == name), None)
