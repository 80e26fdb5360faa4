"""One trial: a producer, a store and a consumer that waits, on a virtual clock, with everything written down."""

from collections.abc import Callable
from functools import partial
from typing import Any, Final

from labs.e09_destructive_read.cancel_token import CancelToken
from labs.e09_destructive_read.decode import decode
from labs.e09_destructive_read.fetch import Decode, fetch
from labs.e09_destructive_read.notices import Notices
from labs.e09_destructive_read.outcomes import Result, WaitEnded
from labs.e09_destructive_read.result_store import ResultStore
from labs.e09_destructive_read.timeline import Timeline
from labs.e09_destructive_read.wait import wait_for_result
from labs.kit.history import History
from labs.kit.scenario import Json, Observation

KEY: Final = "r1"
STEP: Final = "render"
SERVER: Final = "gpu-7"

Fetch = Callable[[], Result]


def unchanged(fetch: Fetch) -> Fetch:
    """Put nothing between the wait and its fetch."""
    return fetch


class Trial:
    """Puts a wait together with its world and keeps what a verdict needs: what was told, when, after how many looks."""

    def __init__(self, store: ResultStore | None = None, history: History | None = None) -> None:
        self.store = store or ResultStore()
        self.history = history or History()
        self.notices = Notices()
        self.timeline = Timeline(self.notices)
        self.token = CancelToken()
        self.status = "in progress"
        self.told = "nothing"
        self.result: Result | None = None
        self._looks = 0
        self._last_note = ""
        self.ended_s: float | None = None

    def produce(self, second: float, raw: bytes, lost_notice: bool = False) -> None:
        """Plan that the producer writes a result at that second, and says so."""

        def write() -> None:
            self.store.put(KEY, raw)
            self.notices.publish(lost_notice)
            self.say("producer", "writes the result" + ", notice lost" * lost_notice)

        self.timeline.at(second, write)

    def cancel(self, second: float) -> None:
        """Plan that somebody asks to stop at that second."""

        def ask() -> None:
            self.token.cancel()
            self.say("caller", "cancels")

        self.timeline.at(second, ask)

    def run(
        self,
        wait: Callable[..., Result] = wait_for_result,
        *,
        decode: Decode = decode,
        around: Callable[[Fetch], Fetch] = unchanged,
        **options: Any,
    ) -> None:
        """Wait for the result, and record how that ended. `around` stands between the wait and each fetch."""
        self.timeline.run_until(0)
        look = around(partial(fetch, self._read, decode, STEP, SERVER))
        try:
            self.result = wait(
                look,
                self.timeline.wait,
                self.timeline.now,
                token=self.token,
                step=STEP,
                server=SERVER,
                **options,
            )
        except Exception as error:  # noqa: BLE001 - recorded: how the wait ended is what a trial is about
            self._end(type(error).__name__, f"failed: {_reason(error)}")
        else:
            self._end("Result", "done")

    def say(self, lane: str, text: str) -> None:
        """Add a line to a lane of the story, with the second it happened at."""
        self.history.note(lane, f"t={self.timeline.now():g} {text}")

    def observe(self, **more: Json) -> Observation:
        """What this trial left behind, with figures of the scenario's own."""
        figures: dict[str, Json] = {
            "told": self.told,
            "status": self.status,
            "ended_s": self.ended_s,
            "looks": self._looks,
        }
        return Observation.of(self.history, **(figures | more))

    def _read(self) -> bytes | None:
        self._looks += 1
        try:
            raw = self.store.getdel(KEY)
        except Exception as error:
            self._note_read(type(error).__name__)
            raise
        self._note_read("absent" if raw is None else f"read and deleted, {len(raw)} bytes")
        return raw

    def _note_read(self, text: str) -> None:
        if text != self._last_note:
            self.say("store", text)
        self._last_note = text

    def _end(self, told: str, status: str) -> None:
        self.told, self.status, self.ended_s = told, status, self.timeline.now()
        event = "delivered" if self.result is not None else "ended"
        self.history.record(event, KEY, attempt=self._looks, reason=told)
        self.say("user", f"sees {status}")


def _reason(error: Exception) -> str:
    return error.reason if isinstance(error, WaitEnded) else type(error).__name__
