"""Generators: entering one and leaving it are steps, so that two threads can meet inside.

Whoever asks for the next element announces the generator; so does its body, just before it hands an
element out or ends. A thread that asks in between gets the ValueError of a generator that is already
executing. A body knows its generator by its frame, which nobody keeps: that would keep it from closing.
"""

from __future__ import annotations

import sys
import weakref
from types import GeneratorType
from typing import Any

from labs.kit.schedule import baton
from labs.kit.schedule.steps import Target


class Token:
    """Stands for a generator in its name; the name lives as long as the run, the generator not."""

    __slots__ = ()


_tokens: weakref.WeakKeyDictionary[GeneratorType[Any, Any, Any], Token] = (
    weakref.WeakKeyDictionary()
)
_by_frame: dict[int, weakref.ref[GeneratorType[Any, Any, Any]]] = {}


def forget() -> None:
    """A new run: no generator has been asked yet."""
    _tokens.clear()
    _by_frame.clear()


def target(generator: GeneratorType[Any, Any, Any]) -> Target:
    """What advancing the generator writes to, finished or not."""
    token = _tokens.setdefault(generator, Token())
    if generator.gi_frame is not None:
        _by_frame[id(generator.gi_frame)] = weakref.ref(generator)
    return (baton.name_of(token), "next")


def yielding(value: object) -> object:
    """The generator whose body calls this is about to hand out a value, or to end.

    One that no announced look has advanced (that of a `contextmanager`) is nobody else's.
    """
    if baton.live() is not None:
        frame = sys._getframe(1)  # noqa: SLF001 - the identity that `gi_frame` has outside
        known = _by_frame.get(id(frame))
        generator = known() if known is not None else None
        if generator is not None and generator.gi_frame is frame:
            baton.point("yield", target(generator), True)
    return value
