"""The controls: the same parts with one protection taken out, to show what that protection was for."""

import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from labs.e08_retries.delivery import Delivery
from labs.e08_retries.effect_store import EffectStore, Outcome, Snapshot, World
from labs.e08_retries.jobs import Job
from labs.e08_retries.retry import Retryable
from labs.e08_retries.worker import Closed, Worker
from labs.kit.history import History


class UnprotectedStore:
    """The counterexample: adds each time it is asked and remembers no key."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._world = World()

    def apply(self, key: str, amount: int) -> Outcome:
        """Add the amount; always APPLIED."""
        with self._lock:
            self._world.add(key, amount)
            return Outcome.APPLIED

    apply_once = apply  # so that it can stand where the store stands

    def snapshot(self) -> Snapshot:
        """The whole state, taken under the lock."""
        with self._lock:
            return self._world.snapshot()


class RecordsKeyFirst(EffectStore):
    """Records the key, then writes: a write that fails leaves a key behind that says it was done."""

    def apply_once(self, key: str, amount: int) -> Outcome:
        """Apply the amount unless the key is known, even if its write failed."""
        with self._lock:
            if key in self._amounts:
                return Outcome.DUPLICATE
            self._amounts[key] = amount
            if self._write is not None:
                self._write(key, amount)
            self._world.add(key, amount)
            return Outcome.APPLIED


class IgnoresAmount(EffectStore):
    """Takes every offer of a known key for a repetition, whatever its amount."""

    def apply_once(self, key: str, amount: int) -> Outcome:
        """Apply the first amount; answer DUPLICATE to every other one."""
        with self._lock:
            amount = self._amounts.get(key, amount)
        return super().apply_once(key, amount)


class SplitStore(EffectStore):
    """Checks in one critical section and writes in another: both threads may find the key absent."""

    def __init__(self, after_check: Callable[[], None] | None = None) -> None:
        super().__init__()
        self._after_check = after_check

    def apply_once(self, key: str, amount: int) -> Outcome:
        """Apply the amount unless the key was known a moment ago."""
        with self._lock:
            known = key in self._amounts
        if known:
            return Outcome.DUPLICATE
        if self._after_check is not None:
            self._after_check()
        with self._lock:
            self._world.add(key, amount)
            self._amounts[key] = amount
            return Outcome.APPLIED


@dataclass
class Order:
    """The caller's own object, which the caller may change at any time."""

    key: str
    amount: int
    fail_before: int = 0
    lose_ack: int = 0


class KeepsCallersObject(Worker):
    """Queues what it is given instead of a frozen job."""

    def submit(self, job: Any) -> None:
        """Queue the very object of the caller."""
        with self._door:
            self._queue.put(job)


class _RetriesBugs(Delivery):
    """Takes every error for one that may go away."""

    def _try_once(self) -> Outcome:
        try:
            return super()._try_once()
        except Exception as error:
            raise Retryable(str(error)) from error


class RetriesEverything(Worker):
    """A worker that retries bugs as well."""

    delivery = _RetriesBugs


class _OneCheckpoint(Delivery):
    """Looks at the token when an attempt begins, and not again before the effect."""

    def _checkpoint(self, number: int) -> None:
        if number == 1:
            super()._checkpoint(number)


class _TrustsToken(Delivery):
    """Reports what the token says and not what happened."""

    def record(self, event: str, reason: str | None = None, effect: str | None = None) -> None:
        """Record `cancelled`, effect none, wherever the token is set."""
        if event == "acked" and self._route.token.cancelled:
            event, effect = "cancelled", "none"
        super().record(event, reason, effect)


class ChecksAtStartOnly(Worker):
    """A worker that skips checkpoint 2."""

    delivery = _OneCheckpoint


class StatusFromToken(Worker):
    """A worker that takes the status of a job from the token."""

    delivery = _TrustsToken


class ForgetsEffects(History):
    """Keeps every event and loses what the world has seen of it."""

    def record(
        self,
        event: str,
        key: str | None = None,
        attempt: int | None = None,
        reason: str | None = None,
        effect: str | None = None,  # noqa: ARG002 - losing it is the fault
    ) -> None:
        """Record the event without its effect."""
        super().record(event, key, attempt, reason)


class DropsUnrecorded(Worker):
    """Empties its queue at a close that does not drain, and writes nothing down about it."""

    def close(self, drain: bool = True) -> None:
        """Shut the door; without draining, throw away what is queued."""
        if not drain:
            with self._door:
                while not self._queue.empty():
                    self._queue.get()
        super().close(drain)


class DoorOutsideLock(Worker):
    """Looks at the door before it takes the lock: a close may come in between."""

    def __init__(
        self, *args: Any, after_check: Callable[[], None] | None = None, **options: Any
    ) -> None:
        super().__init__(*args, **options)
        self._after_check = after_check

    def submit(self, job: Job) -> None:
        """Queue the job if the door was open a moment ago."""
        if type(job) is not Job:
            raise TypeError(f"submit: got {job!r}, takes exactly a Job")
        if self._closed:
            raise Closed(f"submit: {job.key!r} was refused")
        if self._after_check is not None:
            self._after_check()
        self._queue.put(job)
