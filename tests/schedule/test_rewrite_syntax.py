"""Every construct of the language behaves instrumented as it does plain."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from rewrite_programs import plain

from labs.kit.schedule import explore, loader
from labs.kit.schedule.run import Run

PATH = Path(__file__).with_name("rewrite_syntax.py")
PLAIN = plain(PATH, "rewrite_syntax").ALL
del sys.modules["rewrite_syntax"]
LOADED = loader.load(PATH, "rewrite_syntax").ALL
NAMES = [function.__name__ for function in PLAIN]


def answer(function: Callable[[], object]) -> str:
    """What a call gives, as text."""
    try:
        return repr(function())
    except Exception as error:  # noqa: BLE001 - recorded: it is what is compared
        return f"{type(error).__name__}: {error}"


@pytest.mark.parametrize("number", range(len(NAMES)), ids=NAMES)
def test_a_construct_behaves_the_same(number: int) -> None:
    """The answer is that of the plain function, outside a run and inside one."""
    expected = answer(PLAIN[number])
    runs: list[Run] = []
    explore(lambda: answer(LOADED[number]), max_steps=10**6, on_run=runs.append, reset=loader.fresh)

    assert [answer(LOADED[number]), runs[0].outcome] == [expected, expected]
