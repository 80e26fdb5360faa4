"""One trial: a worker on a store, on a virtual clock, with everything that happens written down."""

import threading
from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import Protocol

from labs.e08_retries.cancel_token import CancelToken
from labs.e08_retries.effect_store import KeyConflict, Outcome, Snapshot
from labs.e08_retries.jobs import Job
from labs.e08_retries.worker import Worker
from labs.kit.clock import VirtualClock
from labs.kit.history import History
from labs.kit.scenario import Json, Observation

Apply = Callable[[str, int], Outcome]
ENDS = ("acked", "dead", "cancelled", "abandoned", "crashed")


class Store(Protocol):
    """A store, protected or not: it takes an effect and can say what it has seen."""

    def apply_once(self, key: str, amount: int) -> Outcome:
        """Apply the amount."""

    def snapshot(self) -> Snapshot:
        """The whole state, taken under the store's lock."""


class HookedClock(VirtualClock):
    """A clock on which something happens at each wait, before the wait is recorded."""

    def __init__(self, at_wait: Callable[[], None]) -> None:
        super().__init__()
        self._at_wait = at_wait

    def sleep(self, seconds: float) -> None:
        """Let it happen, then wait; if it raises, there was no wait."""
        self._at_wait()
        super().sleep(seconds)


class Trial:
    """Puts a worker and a store together and keeps what a verdict needs: effects, events, waits, starts."""

    def __init__(
        self,
        store: Store,
        *,
        apply: Apply | None = None,
        worker: Callable[..., Worker] = Worker,
        max_attempts: int = 3,
        token: CancelToken | None = None,
        hook: Callable[[Job], None] | None = None,
        clock: VirtualClock | None = None,
        history: History | None = None,
    ) -> None:
        """`apply`, if given, stands between worker and store; `hook` runs before each effect."""
        self.store = store
        self.clock = VirtualClock() if clock is None else clock
        self.history = History() if history is None else history
        self.submitted = 0
        self._apply = store.apply_once if apply is None else apply
        self._hook = hook
        self._starts: dict[str, float] = {}
        self._attempts: Counter[str] = Counter()
        self._hire = partial(
            worker,
            self._witness,
            max_attempts=max_attempts,
            sleep=self.clock.sleep,
            before_effect=self._begin,
            history=self.history,
        )
        self.worker = self._hire(token=token)

    def replace_worker(self) -> None:
        """Put a new worker in the place of one that has ended, with a token of its own."""
        self.worker = self._hire()

    def submit(self, *jobs: Job) -> None:
        """Submit the jobs, counting those that were accepted."""
        for job in jobs:
            self.worker.submit(job)
            self.submitted += 1

    def run(self, *jobs: Job) -> None:
        """Queue the jobs, work them off, and wait until the thread has ended."""
        self.submit(*jobs)
        with self.worker:
            pass

    def say(self, text: str) -> None:
        """Add a line to the caller's lane of the story."""
        self.history.note("caller", text)

    def observe(self, **more: Json) -> Observation:
        """What this trial left behind, with figures of the scenario's own."""
        snapshot = self.store.snapshot()
        events = Counter(event.event for event in self.history.events())
        figures: dict[str, Json] = {
            "total": snapshot.total,
            "writes": snapshot.writes,
            "seen": sorted(snapshot.seen),
            "writes_by_key": dict(sorted(snapshot.writes_by_key.items())),
            "waits": self.clock.waits(),
            "starts": dict(self._starts),
            "attempts": dict(self._attempts),
            "accounting": {"submitted": self.submitted, **{end: events[end] for end in ENDS}},
        }
        return Observation.of(self.history, **(figures | more))

    def _begin(self, job: Job) -> None:
        self._starts.setdefault(job.key, self.clock.now())
        self._attempts[job.key] += 1
        if self._hook is not None:
            self._hook(job)

    def _witness(self, key: str, amount: int) -> Outcome:
        try:
            outcome = self._apply(key, amount)
        except KeyConflict as conflict:
            self.history.note(
                "store", f"refuses {key}: {conflict.recorded} is recorded, not {amount}"
            )
            raise
        wrote = outcome is Outcome.APPLIED
        self.history.note(
            "store", f"{key}: writes {amount}" if wrote else f"{key}: known, writes nothing"
        )
        return outcome


def together(*calls: Callable[[], None]) -> None:
    """Run the calls in a thread each, and wait for all of them."""
    threads = [threading.Thread(target=call, name=f"caller {i}") for i, call in enumerate(calls, 1)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
