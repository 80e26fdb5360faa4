"""What a node answers, and how it is read: done, failed, or nothing that one can understand."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from labs.e10_retry_budget.errors import ProtocolError, StepError

Payload = Mapping[str, Any]

DONE: Final[Payload] = {"status": "done"}
OUT_OF_MEMORY: Final[Payload] = {"status": "error", "message": "out of memory"}
UNREADABLE: Final[Payload] = {}


@dataclass(frozen=True)
class Answer:
    """What a node will say, and how many seconds after it was asked; a payload of None never comes."""

    after_s: float
    payload: Payload | None


def read_answer(payload: Payload, step: str, node: str) -> None:
    """Return if the producer says done.

    `retryable` is optional. Where it stands it is a boolean and nothing else: 1, "yes" and null are no answers to
    whether it is worth another try.

    Raises:
        StepError: the producer says failed; with its own word on whether to try again.
        ProtocolError: no rule of the contract covers it.
    """
    status = payload.get("status")
    if status == "done":
        return
    if status != "error":
        raise ProtocolError(step, node, "unknown_status")
    retryable = payload.get("retryable")
    if "retryable" in payload and type(retryable) is not bool:
        raise ProtocolError(step, node, "retryable_not_boolean")
    message = payload.get("message", "the producer gave no message")
    raise StepError(step, node, str(message), retryable)
