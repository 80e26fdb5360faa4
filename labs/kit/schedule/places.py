"""Where a step stands in the code under test: base name and line, never a path."""

from __future__ import annotations

import sys
import sysconfig
from pathlib import Path
from types import CodeType, FrameType

_HERE = str(Path(__file__).parent)
_STANDARD = sysconfig.get_paths()["stdlib"]


def is_own(code: CodeType) -> bool:
    """Whether it is code under test: neither the explorer nor the standard library."""
    return not code.co_filename.startswith((_HERE, _STANDARD, "<"))


def place(code: CodeType, line: int | None) -> str:
    """`bank.py:12`."""
    return f"{Path(code.co_filename).name}:{line}"


def place_of(frame: FrameType | None) -> str:
    """The innermost place of code under test in a stack; "" if there is none."""
    while frame is not None:
        if is_own(frame.f_code):
            return place(frame.f_code, frame.f_lineno)
        frame = frame.f_back
    return ""


def here() -> str:
    """The place of the code under test that is running."""
    return place_of(sys._getframe(1))  # noqa: SLF001 - the stack is what tells the place
