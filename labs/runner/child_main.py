"""The child: the one place where lab and student code runs. It drives and reports; it never judges.

Requests come as JSON lines on what was its standard input, messages leave on what was its standard output. Code under
test gets an empty standard input, and prints to the error stream. When the request pipe closes, the child ends.
"""

import faulthandler
import json
import os
import sys
import threading
import time
import traceback
from collections.abc import Callable, Iterator
from dataclasses import asdict
from importlib import import_module
from queue import SimpleQueue
from typing import Any, TextIO

QUIET_S = 1.6  # the parent calls it stuck after 2 s of silence; the stacks must be there before
BEAT_S = 0.25

Message = dict[str, Any]


class Channel:
    """Sends messages to the parent, and has all stacks written there if no message follows for `QUIET_S`."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._last_beat_s = 0.0

    def send(self, **message: Any) -> None:
        """Send one message, at once."""
        self._stream.write(json.dumps(message, ensure_ascii=True) + "\n")
        self._stream.flush()
        self._arm()

    def beat(self, **progress: Any) -> None:
        """Say that there is progress, at most every `BEAT_S`."""
        if time.monotonic() - self._last_beat_s >= BEAT_S:
            self.send(kind="progress", **progress)

    def rest(self) -> None:
        """Nothing is running: silence is all right."""
        faulthandler.cancel_dump_traceback_later()

    def _arm(self) -> None:
        self._last_beat_s = time.monotonic()
        faulthandler.dump_traceback_later(QUIET_S, file=self._stream.fileno())


def scenario(channel: Channel, lab: str, id: str, side: str) -> Message:  # noqa: A002 - the field's name
    """Run one side of a scenario on free threads, once."""
    drive = import_module(f"{lab}.scenarios").DRIVES[id]
    outcome = drive.run(side, free=True)
    channel.send(kind="outcome", outcome=asdict(outcome), schedule=None)
    return {"explored": 1, "exhausted": False}


def scenarios(channel: Channel, lab: str) -> Message:
    """Name the scenarios that the lab's files can drive."""
    del channel
    return {"ids": list(import_module(f"{lab}.scenarios").DRIVES)}


HANDLERS: dict[str, Callable[..., Message]] = {"scenario": scenario, "scenarios": scenarios}


def _requests(stream: TextIO) -> Iterator[Message]:
    lines: SimpleQueue[str] = SimpleQueue()

    def read() -> None:
        for line in stream:
            lines.put(line)
        os._exit(0)

    threading.Thread(target=read, name="requests", daemon=True).start()
    while True:
        yield json.loads(lines.get())


def _private_streams() -> tuple[TextIO, Channel]:
    requests = os.fdopen(os.dup(0), encoding="utf-8")
    channel = Channel(os.fdopen(os.dup(1), "w", encoding="utf-8"))
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(2, 1)
    return requests, channel


def main() -> None:
    """Answer requests until the pipe closes; each ends in one message of kind `done` or `error`."""
    sys.dont_write_bytecode = True  # nothing is left beside a student's file
    requests, channel = _private_streams()
    channel.send(kind="ready")
    channel.rest()
    for request in _requests(requests):
        handler = HANDLERS[request.pop("do")]
        channel.beat()
        try:
            channel.send(kind="done", **handler(channel, **request))
        except BaseException as error:  # noqa: BLE001 - reported to the parent, which judges it
            channel.send(kind="error", error=repr(error), traceback=_own_lines(error))
        channel.rest()


def _own_lines(error: BaseException) -> str:
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if os.sep + "runner" + os.sep not in frame.filename]
    return "".join(traceback.format_list(own) + traceback.format_exception_only(error))


if __name__ == "__main__":
    sys.exit("the child is started by lab_runner.py; run that")
