"""One racy program for each kind of access, and ordinary ones that must not be refused."""

from __future__ import annotations

import contextlib
import io
from collections.abc import Callable
from pathlib import Path
from types import FunctionType, ModuleType

import pytest

from labs.kit.schedule import explore, loader

HERE = Path(__file__).parent
NOT_PROBES = {
    "together", "watched", "two_appends", "registered", "hello", "guarded",
}  # fmt: skip
REFUSED = {"real_array", "weak_proxy"}


def _load(name: str) -> ModuleType:
    return loader.load(HERE / f"{name}.py", name)


def _functions(module: ModuleType) -> dict[str, Callable[[], None]]:
    return {
        name: thing
        for name, thing in vars(module).items()
        if isinstance(thing, FunctionType)
        and thing.__module__ == module.__name__
        and name not in NOT_PROBES
    }


RACY = _functions(_load("probes_racy"))
FINE = _functions(_load("probes_fine"))


def test_there_is_a_probe_for_each_kind_of_access() -> None:
    """The list cannot shrink unseen."""
    assert len(RACY) == 160
    assert len(FINE) == 25


@pytest.mark.parametrize("name", RACY)
def test_a_racy_program_never_holds(name: str) -> None:
    """Each kind of access that races is found, or refused by name."""
    found = explore(RACY[name], max_runs=3000, reset=loader.fresh)

    expected = "INCOMPLETE" if name in REFUSED else "BROKEN"
    assert found.verdict == expected, found.reason


@pytest.mark.parametrize("name", sorted(set(RACY) - REFUSED))
def test_a_probe_holds_in_its_first_run(name: str) -> None:
    """So another schedule breaks it, and that is tried only if the accesses were announced."""
    found = explore(RACY[name], max_runs=1, reset=loader.fresh)

    assert found.verdict != "BROKEN", found.report


@pytest.mark.parametrize("name", FINE)
def test_an_ordinary_program_is_not_refused(name: str) -> None:
    """What a lock protects holds in every schedule, whatever of the library it uses."""
    with contextlib.redirect_stdout(io.StringIO()):
        found = explore(FINE[name], max_runs=3000, reset=loader.fresh)

    assert found.verdict == "HOLDS", found.reason + found.report
