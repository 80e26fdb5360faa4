"""`Barrier`: nobody passes before so many have come."""

from __future__ import annotations

import threading
from collections.abc import Callable

from labs.kit.schedule.baton import name_of, operate
from labs.kit.schedule.locks import refuse_to_pickle


class Barrier:
    """A `threading.Barrier`: nobody passes before so many have come."""

    __reduce__ = refuse_to_pickle

    def __init__(
        self, parties: int, action: Callable[[], object] | None = None, timeout: float | None = None
    ) -> None:
        threading.Barrier(parties)  # raises what it raises
        self._parties, self._action, self._timeout = parties, action, timeout
        self._count = 0
        self._state = "filling"  # then draining, until all have left; or resetting, or broken
        self._acting = False  # the last one to come runs the action and holds all others up

    def _open(self) -> bool:
        return self._state in ("filling", "broken") and not self._acting

    def _settled(self) -> bool:
        return self._state != "filling" and not self._acting

    def wait(self, timeout: float | None = None) -> int:
        """Come, and pass with all others; `threading.BrokenBarrierError` if that cannot be."""
        limit = self._timeout if timeout is None else timeout
        operate("arrive", (name_of(self), ""), ready=self._open)
        if self._state == "broken":
            raise threading.BrokenBarrierError
        index = self._count
        self._count += 1
        if self._count == self._parties:
            self._release()
        elif not operate("pass", (name_of(self), ""), ready=self._settled, timeout=limit):
            self._state = "broken"
        failed = self._state in ("broken", "resetting")
        self._count -= 1
        if self._count == 0 and self._state in ("draining", "resetting"):
            self._state = "filling"
        if failed:
            raise threading.BrokenBarrierError
        return index

    def _release(self) -> None:
        try:
            if self._action is not None:
                self._acting = True
                self._action()
                self._acting = False
                operate("pass", (name_of(self), ""))
            self._state = "draining"
        except BaseException:
            self._acting = False
            self._state = "broken"
            self._count -= 1
            raise

    def reset(self) -> None:
        """Back to the start; whoever waits gets `threading.BrokenBarrierError`."""
        operate("reset", (name_of(self), ""), ready=lambda: not self._acting)
        if self._count == 0:
            self._state = "filling"
        elif self._state in ("filling", "broken"):
            self._state = "resetting"

    def abort(self) -> None:
        """Break the barrier for all who wait and all who come."""
        operate("abort", (name_of(self), ""), ready=lambda: not self._acting)
        self._state = "broken"

    @property
    def parties(self) -> int:
        return self._parties

    @property
    def n_waiting(self) -> int:
        operate("n_waiting", (name_of(self), ""), writes=False)
        return self._count if self._state == "filling" else 0

    @property
    def broken(self) -> bool:
        operate("broken", (name_of(self), ""), writes=False)
        return self._state == "broken"
