"""The clock of the labs: time passes only where somebody waits, so an hour of backoff costs nothing."""

import threading


class VirtualClock:
    """Seconds that move only by `sleep` and `advance`; every wait is recorded, none is slept."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._now_s: float = 0
        self._waits_s: list[float] = []

    def now(self) -> float:
        """Seconds since the clock was made."""
        with self._lock:
            return self._now_s

    def sleep(self, seconds: float) -> None:
        """Record a wait of so many seconds and let them pass at once.

        Raises:
            ValueError: `seconds` is negative; nothing is recorded.
        """
        self._check(seconds)
        with self._lock:
            self._waits_s.append(seconds)
            self._now_s += seconds

    def advance(self, seconds: float) -> None:
        """Let so many seconds pass without anybody waiting for them.

        Raises:
            ValueError: `seconds` is negative; the clock stays.
        """
        self._check(seconds)
        with self._lock:
            self._now_s += seconds

    def waits(self) -> list[float]:
        """The waits so far, in seconds and in order."""
        with self._lock:
            return list(self._waits_s)

    @staticmethod
    def _check(seconds: float) -> None:
        if not seconds >= 0:  # a NaN is not negative either, and would spoil the time for good
            raise ValueError(
                f"a wait takes 0 or more seconds, got {seconds!r}: time never goes back"
            )
