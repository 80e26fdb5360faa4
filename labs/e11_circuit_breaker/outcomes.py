"""The outcome table: how a call may end, and what each end proves about the endpoint.

The breaker answers one question, so every end of a call is put to that question and to no other. What is not in the
table is not taken for health: the last row has everything else.
"""

from dataclasses import dataclass

from labs.e11_circuit_breaker.errors import (
    Cancelled,
    HardCap,
    ProtocolError,
    StepError,
    SubmitFailed,
)
from labs.e11_circuit_breaker.permit import Proof


@dataclass(frozen=True)
class Row:
    """One way for a call to end, by the errors that say so (none: it returned), what it proves, and why."""

    outcome: str
    errors: tuple[type[BaseException], ...]
    proves: Proof
    because: str


RESULT = Row("result", (), Proof.WELL, "it did what it was asked to do")
TABLE = (
    Row("explicit failure", (StepError,), Proof.REACHABLE, "the job failed; the server answered"),
    Row(
        "node failure",
        (ProtocolError, SubmitFailed, HardCap),
        Proof.ILL,
        "no answer, or none that can be read: the node, not the job",
    ),
    Row("cancelled", (Cancelled,), Proof.NOTHING, "a close on our side says nothing of theirs"),
    Row("other error", (BaseException,), Proof.ILL, "unknown is not healthy"),
)


def row_for(error: BaseException | None) -> Row:
    """The row of a call that raised this error, or returned if there is none; the first row that fits."""
    if error is None:
        return RESULT
    return next(row for row in TABLE if isinstance(error, row.errors))
