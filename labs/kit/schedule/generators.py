"""Generators: entering one and leaving it are steps, so that two threads can meet inside.

Whoever asks for the next element announces the generator's frame (see `iterate`); so does its body,
just before it hands an element out or ends. A thread that asks in between gets the ValueError of a
generator that is already executing.
"""

from __future__ import annotations

import sys

from labs.kit.schedule import announce, baton


def yielding(value: object) -> object:
    """The generator whose body calls this is about to hand out a value, or to end."""
    if announce.live() is not None:
        frame = sys._getframe(1)  # noqa: SLF001 - the identity that `gi_frame` has outside
        baton.point("yield", (baton.name_of(frame), "next"), True)
    return value
