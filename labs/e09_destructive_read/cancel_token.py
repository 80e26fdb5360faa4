"""How a wait may be stopped: somebody asks, and it is noticed before the next look."""

import threading


class CancelToken:
    """A wish to stop, as in E08. It never un-cancels, and it stops nothing by itself."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._cancelled = False

    def cancel(self) -> None:
        """Ask to stop; asking twice is harmless."""
        with self._lock:
            self._cancelled = True

    @property
    def cancelled(self) -> bool:
        """True once somebody has asked."""
        with self._lock:
            return self._cancelled
