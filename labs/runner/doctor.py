"""`lab_runner.py doctor`: what works here and what does not."""

import os
import platform
import sys
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version

from labs.runner.arguments import Parser
from labs.runner.child import Child, ChildError
from labs.runner.root import ROOT

PYTHON_MIN = (3, 11)
Finding = tuple[str, bool, str]


def run(arguments: list[str]) -> int:
    """Print a line for each thing that the labs need; exit code 0 if nothing that they need is missing."""
    Parser(prog="lab_runner.py doctor", description=__doc__).parse_args(arguments[1:])
    findings = [*needed(), child_starts(), *wanted()]
    for name, works, remark in findings:
        print(f"{'ok' if works else 'NO':3} {name:16} {remark}")
    lacking = [name for name, works, _ in [*needed(), findings[3]] if not works]
    print(f"missing: {', '.join(lacking)}" if lacking else "everything that the labs need is here")
    return 3 if lacking else 0


def needed() -> list[Finding]:
    """What no lab runs without."""
    python = platform.python_version()
    return [
        ("Python", sys.version_info >= PYTHON_MIN, f"{python}, takes 3.11 or newer"),
        ("rich", *installed("rich", "for the terminal: pip install -e .")),
        ("writable root", os.access(ROOT, os.W_OK), "progress.json and backups are written there"),
    ]


def child_starts() -> Finding:
    """Whether the child process starts and can be ended."""
    try:
        Child(free=False).kill()
    except (ChildError, OSError) as error:
        return "child", False, f"does not start: {error}"
    return "child", True, "starts, explores, and ends"


def wanted() -> Iterator[Finding]:
    """What makes the work nicer."""
    yield "pytest", *installed("pytest", 'for the tests: pip install -e ".[test]"')
    encoding = sys.stdout.encoding or "none"
    yield (
        "UTF-8 console",
        encoding.lower().startswith("utf"),
        f"{encoding}; other signs are replaced",
    )
    pinned = hasattr(os, "sched_setaffinity")
    yield "one processor", pinned, "the explorer is up to three times faster pinned to one"
    free = not getattr(sys, "_is_gil_enabled", lambda: True)()
    yield (
        "free threading",
        True,
        "on: nothing here depends on the lock" if free else "off: no matter",
    )


def installed(package: str, purpose: str) -> tuple[bool, str]:
    """Whether the package is there, with its version or how to get it."""
    try:
        return True, version(package)
    except PackageNotFoundError:
        return False, f"missing, {purpose}"
