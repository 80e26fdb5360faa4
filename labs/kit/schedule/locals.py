"""`local`: attributes that every thread has for itself, and that end with its run."""

from __future__ import annotations

from typing import Any

from labs.kit.schedule.baton import current_lane


class local:  # noqa: N801 - the real one's name
    """A `threading.local`: every thread sees attributes of its own."""

    def __new__(cls, *args: Any, **kwargs: Any) -> local:
        if (args or kwargs) and cls.__init__ is object.__init__:
            raise TypeError("Initialization arguments are not supported")
        self = object.__new__(cls)
        object.__setattr__(self, "_made_with", (args, kwargs))
        object.__setattr__(self, "_outside", {})
        return self

    def __getattribute__(self, name: str) -> Any:
        space = _space(self)
        if name == "__dict__":
            return space
        return space[name] if name in space else object.__getattribute__(self, name)

    def __setattr__(self, name: str, value: object) -> None:
        _space(self)[name] = value

    def __delattr__(self, name: str) -> None:
        if name not in _space(self):
            raise AttributeError(name)
        del _space(self)[name]


def _space(self: local) -> dict[str, Any]:
    """The attributes of the calling thread; at first sight `__init__` fills them."""
    lane = current_lane()
    if lane is None:
        outside: dict[str, Any] = object.__getattribute__(self, "_outside")
        return outside
    known = lane.local.get(id(self))
    if known is not None:
        return known[1]
    space: dict[str, Any] = {}
    lane.local[id(self)] = (self, space)
    args, kwargs = object.__getattribute__(self, "_made_with")
    type(self).__init__(self, *args, **kwargs)
    return space
