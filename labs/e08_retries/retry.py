"""Which failure is tried again, how often it may wait, and what is written down about it."""

from typing import Final

WAIT_MAX_S: Final = 3600
FAILED_BEFORE: Final = "failed before the effect"
ACK_LOST: Final = "acknowledgement lost"
ATTEMPTS: Final = "attempts"
CONFLICT: Final = "key conflict"


class Retryable(Exception):
    """The one error that is retried: the job did not end well this time, and may well do so the next."""


def backoff_s(attempt: int) -> int:
    """Seconds to wait after that failed attempt: 1, 2, 4 … and never more than `WAIT_MAX_S`.

    The exponent is clamped before it is raised, so the formula serves attempt 10,000 too.

    Raises:
        ValueError: attempts count from 1.
    """
    if attempt < 1:
        raise ValueError(f"attempt: got {attempt!r}, takes 1 or more")
    exponent: int = min(attempt - 1, WAIT_MAX_S.bit_length())
    return min(1 << exponent, WAIT_MAX_S)
