"""The child's end of the pipes: messages out, requests and answers in, and stacks if it falls silent.

The stacks are dumped by a thread of Python's own, which holds the interpreter lock while it looks; the timer of
`faulthandler` looks without it, and has been seen to crash on a busy machine.
"""

import faulthandler
import json
import os
import threading
import time
from queue import SimpleQueue
from typing import Any, TextIO

QUIET_S = 1.6  # the parent calls it stuck after 2 s of silence; the stacks must be there before
BEAT_S = 0.25

Message = dict[str, Any]


class Channel:
    """Sends messages to the parent; has every thread's stack written there if none follows for `QUIET_S`."""

    def __init__(self, outward: TextIO, inward: TextIO) -> None:
        self._outward, self._inward = outward, inward
        self._last_sent_s = 0.0
        self._is_watched = False
        self._lines: SimpleQueue[str] = SimpleQueue()
        threading.Thread(target=self._read, name="requests", daemon=True).start()
        threading.Thread(target=self._watch, name="silence", daemon=True).start()

    def send(self, **message: Any) -> None:
        """Send one message, at once."""
        self._outward.write(json.dumps(message, ensure_ascii=True) + "\n")
        self._outward.flush()
        self._note_step()

    def beat(self, **progress: Any) -> None:
        """Say that there is progress, at most every `BEAT_S` seconds."""
        if time.monotonic() - self._last_sent_s >= BEAT_S:
            self.send(kind="progress", **progress)

    def receive(self) -> Message:
        """Wait for the parent's next line; silence is all right meanwhile."""
        self._is_watched = False
        message: Message = json.loads(self._lines.get())
        self._note_step()
        return message

    def is_broken(self, outcome: Any, schedule: str | None) -> bool:
        """Ask the parent to judge an outcome: True if it breaks the claim."""
        self.send(kind="outcome", outcome=outcome, schedule=schedule)
        return bool(self.receive()["broken"])

    def _note_step(self) -> None:
        self._last_sent_s = time.monotonic()
        self._is_watched = True

    def _watch(self) -> None:
        while True:
            time.sleep(BEAT_S)
            if self._is_watched and time.monotonic() - self._last_sent_s >= QUIET_S:
                self._is_watched = False
                faulthandler.dump_traceback(self._outward.fileno())

    def _read(self) -> None:
        for line in self._inward:
            self._lines.put(line)
        os._exit(0)


def private_channel() -> Channel:
    """Take over the standard streams: code under test gets an empty input, and its prints go to the error stream."""
    inward = os.fdopen(os.dup(0), encoding="utf-8")
    outward = os.fdopen(os.dup(1), "w", encoding="utf-8")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(2, 1)
    return Channel(outward, inward)
