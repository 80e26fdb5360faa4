"""The time of one trial: a wait lets virtual seconds pass, and what was planned for them happens on the way."""

from collections.abc import Callable

from labs.e09_destructive_read.notices import Notices

Action = Callable[[], None]


class Timeline:
    """A virtual clock with a plan, for one thread: nothing happens but in a wait, in the order of the plan."""

    def __init__(self, notices: Notices) -> None:
        self._notices = notices
        self._now_s: float = 0
        self._planned: list[tuple[float, Action]] = []
        self.sleeps_s: list[float] = []

    def now(self) -> float:
        """Seconds since the trial began."""
        return self._now_s

    def at(self, second: float, action: Action) -> None:
        """Plan something; of two things at one second, the one planned first happens first."""
        self._planned.append((second, action))
        self._planned.sort(key=lambda planned: planned[0])

    def wait(self, seconds: float) -> bool:
        """Wait for a notice, for at most so many seconds; True as soon as one comes."""
        until = self._now_s + seconds
        while not self._notices.take():
            if not self._happens_by(until):
                return False
        return True

    def sleep(self, seconds: float) -> None:
        """Let so many seconds pass, whether or not a notice comes, and keep a record of it."""
        self.sleeps_s.append(seconds)
        self.run_until(self._now_s + seconds)

    def run_until(self, second: float) -> None:
        """Let time pass until then; it never goes back."""
        while self._happens_by(second):
            pass

    def _happens_by(self, second: float) -> bool:
        if not self._planned or self._planned[0][0] > second:
            self._now_s = max(second, self._now_s)
            return False
        due, action = self._planned.pop(0)
        self._now_s = max(due, self._now_s)
        action()
        return True
