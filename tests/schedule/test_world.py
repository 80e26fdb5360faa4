"""The closed world: what cannot be seen ends as INCOMPLETE and says what and where."""

from __future__ import annotations

import sys
import threading
import types
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from labs.kit.schedule import explore, loader, world
from labs.kit.schedule.modelled import MODULES
from labs.kit.schedule.world import Kind

Verdict = Callable[[str, str], tuple[str, str]]


@pytest.fixture
def verdict(tmp_path: Path) -> Iterator[Verdict]:
    """Explore `run`, whose body stands on line 6 and starts a thread before."""
    outside = types.ModuleType("outside_the_hook")
    outside.lock = threading.Lock()  # type: ignore[attr-defined]
    sys.modules["outside_the_hook"] = outside

    def explored(imports: str, body: str) -> tuple[str, str]:
        path = tmp_path / "student.py"
        text = (
            f"{imports}\nimport threading\ndef run():\n    thread = threading.Thread(target=int)\n"
        )
        path.write_text(f"{text}    thread.start()\n    {body}\n    thread.join()\n")
        student = loader.load(path, "student")
        found = explore(student.run, max_runs=50, reset=loader.fresh)
        return found.verdict, found.reason

    yield explored
    for name in ("student", "outside_the_hook"):
        sys.modules.pop(name, None)


@pytest.mark.parametrize(
    ("imports", "body", "named"),
    [
        ("import array", "array.array('i', [0])[0] = 1", "array.array"),
        ("import outside_the_hook as o", "o.lock.acquire()", "_thread.lock"),
        (
            "import outside_the_hook as o",
            "exec_lock = o.lock\n    with exec_lock: pass",
            "_thread.lock",
        ),
        ("from concurrent.futures import ThreadPoolExecutor as E", "E(1)", "ThreadPoolExecutor"),
        ("import multiprocessing as m", "m.Queue()", "multiprocessing"),
        ("import asyncio", "asyncio.run(None)", "asyncio"),
        ("import asyncio", "asyncio.Event()", "asyncio.locks.Event"),
        ("import socket", "socket.socket()", "socket.socket"),
        ("import subprocess", "subprocess.run(['x'])", "subprocess"),
        ("import subprocess", "subprocess.Popen(['x'])", "subprocess.Popen"),
        ("import signal", "signal.signal(2, None)", "signal"),
        ("", "eval('1')", "code in a string"),
        ("", "exec('x = 1')", "code in a string"),
        ("import student", "student.run = None", "student.run"),
        ("import json", "json.dumps = None", "json.dumps"),
        ("import outside_the_hook as o", "list(range(1))\n    id(o.lock), len([o.lock])", ""),
    ],
)
def test_what_cannot_be_seen_is_named(
    verdict: Verdict, imports: str, body: str, named: str
) -> None:
    """The verdict is INCOMPLETE, with the type or function and the student's line."""
    found, reason = verdict(imports, body)

    if not named:
        assert found == "HOLDS", reason
        return
    assert found == "INCOMPLETE", reason
    assert named in reason
    assert "student.py:" in reason


@pytest.mark.parametrize(
    ("imports", "body"),
    [
        ("import random", "random.random()"),
        ("import os", "os.getcwd(), os.environ.get('HOME')"),
        ("import pathlib", "pathlib.Path('x').exists()"),
        ("import uuid", "uuid.uuid5(uuid.NAMESPACE_DNS, 'x')"),
        ("import tempfile, io", "io.StringIO('a').read()"),
        (
            "from collections import UserDict, ChainMap",
            "UserDict(a=1)['a'], ChainMap({}, {'b': 1})['b']",
        ),
        ("import logging", "logging.getLogger('x').warning('%s', [1]) if False else None"),
        ("import warnings", "warnings.simplefilter('ignore')"),
        ("import weakref", "weakref.ref(run)()"),
        ("import contextvars", "contextvars.ContextVar('x', default=1).get()"),
        ("import csv, io", "list(csv.reader(['a,b']))"),
        ("import typing", "typing.cast(int, 'x')"),
        ("import sys", "sys.getrefcount([]), sys.version_info >= (3, 11)"),
        ("import inspect", "inspect.signature(run)"),
        ("import hashlib", "hashlib.sha256(b'x').hexdigest()"),
        ("import pickle", "pickle.loads(pickle.dumps({'a': [1]}))"),
        ("import argparse", "vars(argparse.Namespace(a=1))['a']"),
        ("import textwrap", "textwrap.dedent('  a')"),
        ("import bisect, heapq", "heapq.merge([1], [2])"),
        ("import secrets, base64", "base64.b64encode(b'x')"),
        ("import concurrent.futures, asyncio, socket, subprocess", "None"),
    ],
)
def test_the_library_is_not_refused(verdict: Verdict, imports: str, body: str) -> None:
    """Calls of ordinary library functions are announced cautiously, not refused."""
    found, reason = verdict(imports, body)

    assert found == "HOLDS", reason


@pytest.mark.parametrize(
    ("cls", "kind"),
    [
        (int, Kind.PLAIN),
        (tuple, Kind.FROZEN),
        (list, Kind.CONTAINER),
        (type({}.keys()), Kind.VIEW),
        (type(iter([])), Kind.ITERATOR),
        (type, Kind.CLASS),
        (types.SimpleNamespace, Kind.FOREIGN),
        (type(threading.Lock()), Kind.REFUSED),
        (MODULES["threading"].Lock, Kind.PLAIN),
        (MODULES["threading"].local, Kind.PLAIN),
        (ValueError, Kind.INSTANCE),
    ],
)
def test_every_type_has_a_kind(cls: type, kind: Kind) -> None:
    """The kind says how accesses are announced."""
    assert world.kind_of(cls) is kind
