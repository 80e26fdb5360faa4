"""`cached_property` and `lru_cache` as instrumented modules get them: each look and each store is a step.

The real ones keep their state where no announcement reaches, and until 3.12 behind a real lock. These
behave as those of 3.12 do: two threads that miss at once both compute.
"""

from __future__ import annotations

import functools
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Any, NamedTuple

from labs.kit.schedule import announce, baton, midst
from labs.kit.schedule.footprint import Footprint


class cached_property:  # noqa: N801 - the real one's name
    """A `functools.cached_property` whose value is stored by a step."""

    def __init__(self, func: Callable[[Any], Any]) -> None:
        self.func = func
        self.attrname: str | None = None
        self.__doc__ = func.__doc__
        self.__module__ = func.__module__

    def __set_name__(self, owner: type, name: str) -> None:
        if self.attrname not in (None, name):
            raise TypeError(
                "Cannot assign the same cached_property to two different names "
                f"({self.attrname!r} and {name!r})."
            )
        self.attrname = name

    def __get__(self, instance: Any, owner: type | None = None) -> Any:
        if instance is None:
            return self
        if self.attrname is None:
            raise TypeError(
                "Cannot use cached_property instance without calling __set_name__ on it."
            )
        value = self.func(instance)
        if announce.live() is not None:
            baton.point("write", (baton.name_of(instance), self.attrname), True)
        instance.__dict__[self.attrname] = value
        return value


class CacheInfo(NamedTuple):
    """What `cache_info()` answers."""

    hits: int
    misses: int
    maxsize: int | None
    currsize: int


class Cached:
    """A function behind an `lru_cache`."""

    def __init__(self, function: Callable[..., Any], maxsize: int | None, typed: bool) -> None:
        functools.update_wrapper(self, function)
        self._function, self._maxsize, self._typed = function, maxsize, typed
        self._known: OrderedDict[Hashable, Any] = OrderedDict()
        self._hits = self._misses = 0

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        key = functools._make_key(args, kwargs, self._typed)  # noqa: SLF001 - the same keys
        self._step("cache look-up")
        if self._at(self._known.__contains__, key):
            self._hits += 1
            self._at(self._known.move_to_end, key)
            return self._at(self._known.__getitem__, key)
        self._misses += 1
        value = self._function(*args, **kwargs)
        self._step("cache store")
        if self._maxsize != 0:
            self._at(self._known.__setitem__, key, value)
        if self._maxsize is not None and len(self._known) > self._maxsize:
            self._known.popitem(last=False)
        return value

    def __get__(self, instance: Any, owner: type | None = None) -> Any:
        return self if instance is None else functools.partial(self, instance)

    def _touched(self) -> Footprint:  # a hit moves its entry, so that a look-up writes too
        return Footprint([], [(baton.name_of(self), "cache")])

    def _step(self, action: str) -> None:
        if announce.live() is not None:
            announce.take(action, self._touched())

    def _at(self, function: Callable[..., Any], *arguments: Any) -> Any:
        return midst.during(self._touched, function, *arguments)

    def cache_info(self) -> CacheInfo:
        """Hits and misses so far."""
        self._step("cache info")
        return CacheInfo(self._hits, self._misses, self._maxsize, len(self._known))

    def cache_clear(self) -> None:
        """Forget everything."""
        self._step("cache clear")
        self._known.clear()
        self._hits = self._misses = 0

    def cache_parameters(self) -> dict[str, Any]:
        """How it was made."""
        return {"maxsize": self._maxsize, "typed": self._typed}


def lru_cache(maxsize: Any = 128, typed: bool = False) -> Any:
    """A `functools.lru_cache`, with and without parentheses."""
    if callable(maxsize):
        return Cached(maxsize, 128, typed)
    size = None if maxsize is None else max(int(maxsize), 0)
    return lambda function: Cached(function, size, typed)


def cache(function: Callable[..., Any]) -> Cached:
    """A `functools.cache`."""
    return Cached(function, None, False)
