"""Exploring is repeatable: again, in another interpreter, with other hashes; and it leaves nothing."""

from __future__ import annotations

import gc
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from explore_cases import found

from labs.kit.schedule import explore
from labs.kit.schedule.baton import point
from labs.kit.schedule.modelled import MODULES

PROGRAM = Path(__file__).parent / "explore_cases.py"


def starts(interpreter: str) -> bool:
    """Whether there is such a Python here; a mere stand-in for one that is missing does not start."""
    path = shutil.which(interpreter)
    return (
        path is not None and subprocess.run([path, "-c", ""], capture_output=True).returncode == 0
    )


PRESENT = [name for name in ("python3.11", "python3.12", "python3.13") if starts(name)]


@pytest.fixture(scope="module")
def expected() -> dict[str, Any]:
    return json.loads(json.dumps(found()))


def found_by(interpreter: str, hash_seed: str) -> Any:
    """What another process finds."""
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONDONTWRITEBYTECODE": "1"}
    answer = subprocess.run(
        [interpreter, PROGRAM], env=environment, capture_output=True, text=True, timeout=60
    )
    assert answer.returncode == 0, answer.stderr
    return json.loads(answer.stdout)


def test_twenty_explorations_are_one(expected: dict[str, Any]) -> None:
    """The same runs, the same strings, the same reports, twenty times."""
    assert [found() == expected for _ in range(20)] == [True] * 20


@pytest.mark.parametrize("hash_seed", ["1", "2"])
def test_hashes_do_not_matter(expected: dict[str, Any], hash_seed: str) -> None:
    """A process with other string hashes finds the same."""
    assert found_by(sys.executable, hash_seed) == expected


@pytest.mark.parametrize("interpreter", PRESENT)
def test_the_version_does_not_matter(expected: dict[str, Any], interpreter: str) -> None:
    """Every Python that is present finds the same."""
    assert found_by(interpreter, "3") == expected


def three_writers() -> None:
    def write() -> None:
        for _ in range(4):
            point("write", ("it", ""), True)

    threads = [MODULES["threading"].Thread(target=write) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def test_memory_stays_flat() -> None:
    """Three thousand runs later as many blocks of memory are in use as after a thousand."""
    used: list[int] = []

    def note(_: object) -> None:
        counted[0] += 1
        if counted[0] in (1000, 2000, 3000):
            gc.collect()
            used.append(sys.getallocatedblocks())

    counted = [0]
    explore(three_writers, max_runs=3001, reset=lambda: None, on_run=note)

    assert len(used) == 3
    assert max(used) - min(used) < 300
