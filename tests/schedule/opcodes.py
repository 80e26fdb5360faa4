"""What two plain threads can really do: they are switched after every single opcode.

An oracle that knows nothing of announcements: the code is not instrumented, and whatever an operation
calls (`copy`, a generated method, a key function) is switched in its midst too. It runs the plans
"one thread takes n opcodes, then the other runs to its end" for every n, both ways round.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from types import FrameType
from typing import Any

Job = Callable[[], object]
Made = Callable[[], tuple[list[Job], Callable[[], object]]]  # fresh jobs, and what came of them


class Switched:
    """Two threads, of which the second runs to its end when the first has taken `opcodes`."""

    def __init__(self, first: Job, second: Job, opcodes: int) -> None:
        self.left = opcodes
        self.jobs = (first, second)
        self.errors = ["", ""]
        self.turn = threading.Semaphore(0)
        self.back = threading.Semaphore(0)

    def run(self) -> bool:
        """Whether the switch came before the first thread had ended."""
        threads = [threading.Thread(target=act) for act in (self._first, self._second)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        return self.left < 0

    def _first(self) -> None:
        sys.settrace(self._entered)
        self._call(0)
        sys.settrace(None)
        self.turn.release()

    def _second(self) -> None:
        self.turn.acquire()
        self._call(1)
        self.back.release()

    def _call(self, number: int) -> None:
        try:
            self.jobs[number]()
        except Exception as error:  # noqa: BLE001 - recorded: it is part of what came of it
            self.errors[number] = type(error).__name__

    def _entered(self, frame: FrameType, event: str, _: Any) -> Any:
        frame.f_trace_opcodes = True
        if event == "opcode":
            self.left -= 1
            if self.left == -1:
                self.turn.release()
                self.back.acquire()
        return self._entered


def outcomes(make: Made) -> set[str]:
    """All that comes of two jobs, with one switch after any opcode of either."""
    seen = set()
    for first in (0, 1):
        opcodes, switched = 0, True
        while switched:
            jobs, look = make()
            pair = Switched(jobs[first], jobs[1 - first], opcodes)
            switched = pair.run()
            errors = pair.errors if first == 0 else pair.errors[::-1]
            seen.add(repr((look(), errors)))
            opcodes += 1
    return seen
