"""C16: a job that crashed the whole worker was restarted at every boot: only the normal failure looked at the limit.

Source: https://github.com/oban-bg/oban/issues/137 (fixed).
"""

from collections import Counter
from dataclasses import dataclass, field

MAX_ATTEMPTS = 3


@dataclass
class Queue:
    """Two jobs on durable storage: p kills its worker without a word, q is good."""

    rescue_has_limit: bool
    waiting: list[str] = field(default_factory=lambda: ["p", "q"])
    in_hand: str | None = None
    executions: Counter[str] = field(default_factory=Counter)
    ends: list[str] = field(default_factory=list)

    def restart(self, number: int) -> None:
        """Rescue what the dead worker had in hand, then work until something kills the worker."""
        if self.in_hand is not None:
            dead = self.rescue_has_limit and self.executions[self.in_hand] >= MAX_ATTEMPTS
            if dead:
                self.ends.append(f"start {number}: {self.in_hand} dead, crashed")
            else:
                self.waiting.insert(0, self.in_hand)
            self.in_hand = None
        while self.waiting:
            self.in_hand = self.waiting.pop(0)
            self.executions[self.in_hand] += 1
            if self.in_hand == "p":
                return
            self.ends.append(f"start {number}: {self.in_hand} done")
            self.in_hand = None


def restarted(times: int, *, rescue_has_limit: bool) -> Queue:
    """Start the worker so many times."""
    queue = Queue(rescue_has_limit)
    for number in range(1, times + 1):
        queue.restart(number)
    return queue


def test_wrong_rescue_knows_no_limit() -> None:
    """Wrong: in ten starts p runs ten times and is never dead, and q never runs."""
    queue = restarted(10, rescue_has_limit=False)

    assert (queue.executions, queue.ends) == ({"p": 10}, [])


def test_right_rescue_looks_at_the_limit() -> None:
    """Right: p runs three times and is dead at the fourth start, which does q."""
    queue = restarted(10, rescue_has_limit=True)

    assert queue.executions == {"p": 3, "q": 1}
    assert queue.ends == ["start 4: p dead, crashed", "start 4: q done"]
