"""How a job may be stopped: somebody asks, and the worker notices at its next checkpoint."""

import threading


class CancelToken:
    """A wish to stop. It never un-cancels, and it stops nothing by itself.

    `threading.Event` would do, and could also be cleared and waited for; a token that can do neither cannot be misused.
    """

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
