"""Instrumented code behaves as it is written, alone and inside a run."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest
from rewrite_programs import Writer, plain, shown

from labs.kit.schedule import loader
from labs.kit.schedule.explore import explore
from labs.kit.schedule.run import Run

SEEDS = range(300)


def both(source: str, tmp_path: Path, name: str) -> tuple[Any, Any, Any]:
    """What one source shows: plain, instrumented, and instrumented inside a run."""
    path = tmp_path / f"{name}.py"
    path.write_text(source, encoding="utf-8")
    module = plain(path, name)
    expected = shown(lambda: module.run([]), path)
    del sys.modules[name]
    alone = loader.load(path, name)
    outside = shown(lambda: alone.run([]), path)
    del sys.modules[name]
    inside = loader.load(path, name)
    runs: list[Run] = []
    body = lambda: shown(lambda: inside.run([]), path)  # noqa: E731 - said once, where it is used
    found = explore(body, max_steps=10**6, on_run=runs.append, reset=loader.fresh)
    del sys.modules[name]
    assert found.verdict == "HOLDS", found.report
    return expected, outside, runs[0].outcome


@pytest.mark.parametrize("part", range(10))
def test_a_random_function_behaves_the_same(part: int, tmp_path: Path) -> None:
    """Results, errors and the lines of tracebacks are those of the plain function."""
    for seed in SEEDS[part::10]:
        source = Writer(seed).module()
        expected, outside, inside = both(source, tmp_path, f"fuzz{seed}")

        assert expected == outside, f"seed {seed} outside a run\n{source}"
        assert expected == inside, f"seed {seed} inside a run\n{source}"
