"""What usually catches a job that goes round for ever: here neither net is under it.

The queue's own retry counter counts attempts that died, and the watchdog looks for attempts that do not end. A requeue
is neither: each attempt ends cleanly, and soon.
"""

from typing import Final

STALE_S: Final = 3_600


class SafetyNets:
    """`retry_count` of the queue, and `alerts` of the watchdog for attempts of more than `STALE_S` seconds."""

    def __init__(self) -> None:
        self.retry_count = 0
        self.alerts = 0

    def attempt_ended(self, took_s: float, died: bool = False) -> None:
        """Note that an attempt is over, and whether its worker died in it."""
        self.retry_count += died
        self.alerts += took_s > STALE_S
