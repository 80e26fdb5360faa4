"""The parent's end of the child: start it, ask it, know when it is stuck, and leave nothing of it running."""

import contextlib
import json
import os
import queue
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from types import TracebackType
from typing import IO, Any

from labs.runner.root import ROOT
from labs.runner.stacks import told
from labs.runner.starved import is_starved, processor_s

SILENCE_S = 2.0  # no step for so long is stuck
STARVED_MAX_S = 60.0  # a machine that lets nothing run for so long is no place for a verdict
START_S = 60.0  # a slow disk may take its time to import
KEPT = 64 * 1024  # bytes of the child's own output, from its head and from its tail
_BOOT = "import sys; sys.path.insert(0, sys.argv.pop(1)); from labs.runner.child_main import main; main()"

Message = dict[str, Any]


class ChildError(Exception):
    """The child gave no answer; `report` says what is known."""

    def __init__(self, what: str, report: str) -> None:
        super().__init__(what)
        self.report = report


class Stuck(ChildError):
    """No step for `SILENCE_S`; the report holds the stack of every thread."""


class Died(ChildError):
    """The child ended in the middle of a request; the report holds its exit code and last output."""


class Raised(ChildError):
    """The code that the child ran raised; the report is the traceback in its own lines."""


class Tail:
    """Reads a stream to its end and keeps its head and its tail, so that a flood costs no memory."""

    def __init__(self, stream: IO[bytes]) -> None:
        self._stream = stream
        self._head, self._tail = b"", b""
        self.thread = threading.Thread(target=self._read, name="output", daemon=True)
        self.thread.start()

    def _read(self) -> None:
        with self._stream:
            while block := self._stream.read1(KEPT):  # type: ignore[attr-defined]
                room = KEPT - len(self._head)
                self._head += block[:room]
                self._tail = (self._tail + block[room:])[-KEPT:]

    def text(self) -> str:
        """What was kept so far, as text."""
        return (self._head + self._tail).decode("utf-8", "replace")


class Child:
    """One child process; used as a context manager it is gone, with its whole group, on the way out."""

    def __init__(self, *, free: bool, roots: Sequence[Path] = ()) -> None:
        """`free`: threads run free, not explored; `roots`: what to instrument besides the labs."""
        environment = dict(os.environ, PYTHONHASHSEED="0", PYTHONUTF8="1")
        flags = getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-c", _BOOT, str(ROOT)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment,
            start_new_session=os.name == "posix",
            creationflags=flags,
        )
        self._stdin = _opened(self._process.stdin)
        self._lines: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        threading.Thread(
            target=self._read, args=(_opened(self._process.stdout),), daemon=True
        ).start()
        self.output = Tail(_opened(self._process.stderr))
        self._killed = False
        self.ask("start", free=free, roots=[str(root) for root in roots])

    def ask(
        self, do: str, is_broken: Callable[[Message], bool] | None = None, **details: Any
    ) -> Message:
        """Send a request and answer its last message; `is_broken` judges each outcome on the way.

        Raises:
            Stuck: nothing came for `SILENCE_S`; the child is gone.
            Died: the child ended first.
            Raised: the code under test raised; the child lives on.
        """
        patience_s = START_S if do == "start" else SILENCE_S
        self._send(do=do, **details)
        while (message := self._next(patience_s))["kind"] != "done":
            patience_s = SILENCE_S
            if message["kind"] == "error":
                raise Raised(f"{message['error']}: {message['text']}", message["traceback"])
            if message["kind"] == "outcome":
                assert is_broken is not None, f"{do} sent an outcome that nobody judges"
                self._send(broken=is_broken(message))
        return message

    @property
    def gone(self) -> bool:
        """True once it was ended."""
        return self._killed

    def kill(self) -> None:
        """End the child and everything in its group. Killing twice is harmless."""
        if self._killed:
            return
        self._killed = True
        if os.name == "posix":
            with contextlib.suppress(ProcessLookupError):  # the whole group has ended by itself
                os.killpg(self._process.pid, signal.SIGKILL)
        else:
            self._process.kill()
        self._process.wait()
        with contextlib.suppress(OSError):  # what was still to be sent has nobody to read it
            self._stdin.close()

    def __enter__(self) -> "Child":
        """The running child."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """End it, whatever happened."""
        self.kill()

    def _send(self, **message: Any) -> None:
        try:
            self._stdin.write(json.dumps(message).encode() + b"\n")
            self._stdin.flush()
        except OSError:
            raise self._died() from None

    def _read(self, stream: IO[bytes]) -> None:
        with stream:
            for line in stream:
                self._lines.put(line)
        self._lines.put(None)

    def _next(self, patience_s: float) -> Message:
        stacks: list[str] = []
        begun_s, used_s = time.monotonic(), processor_s(self._process.pid)
        ends_s = begun_s + patience_s
        while True:
            now_s = time.monotonic()
            try:
                line = self._lines.get(timeout=max(ends_s - now_s, 0))  # stacks buy no time
            except queue.Empty:
                if now_s - begun_s < STARVED_MAX_S and is_starved(self._process.pid, used_s):
                    ends_s = time.monotonic() + patience_s
                    continue
                self.kill()
                raise Stuck(
                    f"no step for {patience_s:.0f} seconds", told("".join(stacks))
                ) from None
            if line is None:
                raise self._died()
            if line.startswith(b"{"):
                message: Message = json.loads(line)
                return message
            stacks.append(line.decode("utf-8", "replace"))

    def _died(self) -> Died:
        self.kill()
        self.output.thread.join(SILENCE_S)
        code = self._process.returncode
        return Died(f"the child ended with exit code {code}", self.output.text())


class Children:
    """A child that is there when asked for, and gone on the way out."""

    def __init__(self, *, free: bool, roots: Sequence[Path] = ()) -> None:
        self.free, self._roots = free, roots
        self._child: Child | None = None

    def child(self) -> Child:
        """The living child, a new one if the last one is gone."""
        if self._child is None or self._child.gone:
            self._child = Child(free=self.free, roots=self._roots)
        return self._child

    def drop(self) -> None:
        """End the child, if there is one; the next is a new one."""
        if self._child is not None:
            self._child.kill()
            self._child = None

    def __enter__(self) -> "Children":
        """No child yet: it starts when it is asked for."""
        return self

    def __exit__(self, *error: object) -> None:
        """End the child."""
        self.drop()


def _opened(pipe: IO[bytes] | None) -> IO[bytes]:
    assert pipe is not None, "Popen was asked for a pipe"
    return pipe
