"""How a consumer waits for one answer, as E09 has it, in small: the read deletes, so what was read ends the wait.

Here a notice always comes; the timer that finds the answer without one is E09's.
"""

from collections.abc import Callable
from typing import Final

from labs.e10_retry_budget.answers import Answer, Payload, read_answer
from labs.e10_retry_budget.counter_store import NEVER
from labs.e10_retry_budget.errors import AttemptFailed, HardCap
from labs.kit.clock import VirtualClock

CAP_S: Final = 25_200

Read = Callable[[Payload, str, str], None]


class Mailbox:
    """Where a node puts its one answer; to read it is to delete it. For one thread."""

    def __init__(self, asked_at_s: float, answer: Answer) -> None:
        self._due_s = NEVER if answer.payload is None else asked_at_s + answer.after_s
        self._payload = answer.payload

    def take(self, now_s: float) -> Payload | None:
        """The answer, if it is there; afterwards it is not."""
        if now_s < self._due_s:
            return None
        payload, self._payload, self._due_s = self._payload, None, NEVER
        return payload

    def notice_in(self, now_s: float) -> float:
        """In how many seconds the notice of the answer will come."""
        return self._due_s - now_s


def never(error: AttemptFailed) -> bool:
    """Wait on nothing that was read."""
    del error
    return False


def wait_for_answer(
    mailbox: Mailbox,
    clock: VirtualClock,
    step: str,
    node: str,
    *,
    read: Read = read_answer,
    may_wait: Callable[[AttemptFailed], bool] = never,
) -> None:
    """Wait until the step is done, for at most `CAP_S` seconds.

    Raises:
        AttemptFailed: what was read says so and may not be waited on.
        HardCap: nothing ended the wait.
    """
    ends_at_s = clock.now() + CAP_S
    while True:
        payload = mailbox.take(clock.now())
        if payload is not None:
            try:
                return read(payload, step, node)
            except AttemptFailed as error:
                if not may_wait(error):
                    raise
        left_s = ends_at_s - clock.now()
        if left_s <= 0:
            raise HardCap(step, node, f"timeout after {CAP_S} s")
        clock.advance(min(mailbox.notice_in(clock.now()), left_s))
