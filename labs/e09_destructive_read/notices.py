"""A nudge says that a result was written, if it arrives: who relies on it alone may wait for ever."""

import queue


class Notices:
    """Nudges to one consumer. Like pub/sub it promises nothing: what was lost is not sent again."""

    def __init__(self) -> None:
        self._queue: queue.Queue[None] = queue.Queue()

    def publish(self, lost: bool = False) -> None:
        """Say that the result was written; `lost` is the fault: nobody hears of it."""
        if not lost:
            self._queue.put(None)

    def take(self) -> bool:
        """Take one nudge without waiting; False if there is none."""
        try:
            self._queue.get_nowait()
        except queue.Empty:
            return False
        return True
