"""A copy of the project that a test may spoil, and the command started as a user starts it."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
PARTS = ("labs", "exercises", "solutions", "lab_runner.py")

Command = Callable[..., subprocess.CompletedProcess[str]]


def run(root: Path, *arguments: str, **options: object) -> subprocess.CompletedProcess[str]:
    """Run the command of the project in that folder, from elsewhere, with its output in pipes."""
    environment = {**os.environ, "COLUMNS": "80", **options.pop("env", {})}  # type: ignore[dict-item]
    return subprocess.run(
        [sys.executable, str(root / "lab_runner.py"), *arguments],
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=100,
        env=environment,
        cwd=root.parent,
        **options,
    )


@pytest.fixture(scope="session")
def command() -> Command:
    """The project's command, for calls that write nothing."""
    return lambda *arguments, **options: run(ROOT, *arguments, **options)


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of the project."""
    root = tmp_path / "copy"
    root.mkdir()
    for part in PARTS:
        if (ROOT / part).is_dir():
            shutil.copytree(ROOT / part, root / part, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(ROOT / part, root / part)
    return root


@pytest.fixture
def copied(copy: Path) -> Command:
    """The copy's command."""
    return lambda *arguments, **options: run(copy, *arguments, **options)
