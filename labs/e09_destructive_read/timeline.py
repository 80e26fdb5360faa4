"""The time of one trial: a wait lets virtual seconds pass, and what was planned for them happens on the way."""

from collections.abc import Callable

from labs.e09_destructive_read.notices import Notices
from labs.kit.clock import VirtualClock

Action = Callable[[], None]


class Timeline:
    """A virtual clock with a plan. One thread owns it: nothing happens but in a wait, in the order of the plan."""

    def __init__(self, notices: Notices) -> None:
        self.clock = VirtualClock()
        self._notices = notices
        self._planned: list[tuple[float, Action]] = []

    def at(self, second: float, action: Action) -> None:
        """Plan something; of two things at one second, the one planned first happens first."""
        self._planned.append((second, action))
        self._planned.sort(key=lambda planned: planned[0])

    def wait(self, seconds: float) -> bool:
        """Wait for a notice, for at most so many seconds; True as soon as one comes."""
        until = self.clock.now() + seconds
        while not self._notices.take():
            if not self._happens_by(until):
                return False
        return True

    def run_until(self, second: float) -> None:
        """Let time pass whether or not a notice comes."""
        while self._happens_by(second):
            pass

    def _happens_by(self, second: float) -> bool:
        if not self._planned or self._planned[0][0] > second:
            self._pass_until(second)
            return False
        due, action = self._planned.pop(0)
        self._pass_until(due)
        action()
        return True

    def _pass_until(self, second: float) -> None:
        self.clock.advance(max(second - self.clock.now(), 0))
