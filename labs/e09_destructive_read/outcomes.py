"""What a look may find, and how a wait may end: with the result, or with an error that says why not."""

from dataclasses import dataclass
from enum import Enum
from typing import Final

from labs.kit.scenario import Json

RAW_MAX: Final = 256  # bytes of an unreadable payload that are kept for the log


class Look(Enum):
    """The three outcomes of one look; taking the third for one of the others is what this lab is about."""

    NOT_READY = "not ready"
    TRANSIENT = "transient"
    TERMINAL = "terminal"


@dataclass(frozen=True)
class Result:
    """The producer said that it is done; `content` is the whole object that was read."""

    content: dict[str, Json]


class NotReady(Exception):
    """The key is absent: the one normal reason to wait."""


class WaitEnded(Exception):
    """A wait came to its end without a result.

    `step` is the work waited for, `server` the node that does it, `reason` why, in words that a user may see.
    """

    reason = "the wait has ended"

    def __init__(self, step: str, server: str, *details: object) -> None:
        super().__init__(step, server, *details)
        self.step = step
        self.server = server

    def __str__(self) -> str:
        """Which step, where, and why."""
        return f"{self.step} on {self.server}: {self.reason}"


class StepError(WaitEnded):
    """The producer said: failed. `message` is its own text, sanitised."""

    def __init__(self, step: str, server: str, message: str) -> None:
        super().__init__(step, server, message)
        self.message = self.reason = message


class ProtocolError(WaitEnded):
    """Something was read that cannot be understood; `reason` names the rule that it breaks.

    `raw` is the beginning of it, for a log that users do not see: it stands in neither `str()` nor `repr()`.
    """

    def __init__(self, step: str, server: str, reason: str, raw: bytes = b"") -> None:
        super().__init__(step, server, reason)
        self.reason = reason
        self.raw = raw[:RAW_MAX]


class GoneAfterRead(WaitEnded):
    """The result was read and is gone from the store, and the next step failed: that failure is the cause."""

    reason = "read, and then lost to the failure of the next step"


class OutcomeUnknown(WaitEnded):
    """A reply was lost, and no result was found since: it may have been read and deleted on the way."""

    reason = "outcome unknown: a reply was lost, the result may have gone with it"


class Cancelled(WaitEnded):
    """Somebody asked to stop, and the last look found no result: what it met is the cause."""

    reason = "cancelled"


class HardCap(WaitEnded):
    """The wait took `cap_s` seconds, as long as one wait may take; `met` is what the last look met."""

    def __init__(self, step: str, server: str, cap_s: float, met: str) -> None:
        super().__init__(step, server, cap_s, met)
        self.cap_s = cap_s
        self.met = met
        self.reason = f"timeout after {cap_s:g} s, at the last look: {met}"
