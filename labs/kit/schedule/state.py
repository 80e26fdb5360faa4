"""Fresh module state for every run."""

from __future__ import annotations

from types import ModuleType


def remember(module: ModuleType) -> None:
    """Take note of the state that the module has after its import."""


def restore() -> None:
    """Give every remembered module its first state again."""
