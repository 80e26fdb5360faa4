"""A bench: one delivery, carried in the test's own thread, with every call to the outside written down in order."""

from collections.abc import Callable

from labs.e08_retries.cancel_token import CancelToken
from labs.e08_retries.delivery import Delivery, Route
from labs.e08_retries.effect_store import EffectStore, Outcome
from labs.e08_retries.jobs import Job
from labs.kit.history import Event, History

Act = Callable[["Bench"], object]


class Bench(CancelToken):
    """Stands in for all that surrounds a delivery, and is its token too, so that each look at it is seen.

    `acts` names a step (look_2, hook_1, apply_1, wait_1: the kind, and its number from 1) and what happens there
    before it is answered; it is called with the bench.
    """

    def __init__(self, *, max_attempts: int = 3, store: EffectStore | None = None, **acts: Act):
        super().__init__()
        self.steps: list[str] = []
        self.waits: list[float] = []
        self.history = History()
        self.store = store or EffectStore()
        self._acts = acts
        self._route = Route(self._apply, max_attempts, self._sleep, self, self._hook, self.history)

    def carry(self, job: Job) -> "Bench":
        """Carry one job to its end."""
        Delivery(job, self._route).carry()
        return self

    @property
    def events(self) -> list[Event]:
        """What was recorded."""
        return self.history.events()

    @property
    def cancelled(self) -> bool:
        """The token, looked at."""
        self._step("look")
        return super().cancelled

    def _step(self, kind: str) -> None:
        self.steps.append(kind)
        act = self._acts.get(f"{kind}_{self.steps.count(kind)}")
        if act is not None:
            act(self)

    def _hook(self, _job: Job) -> None:
        self._step("hook")

    def _apply(self, key: str, amount: int) -> Outcome:
        self._step("apply")
        return self.store.apply_once(key, amount)

    def _sleep(self, seconds: float) -> None:
        self._step("wait")
        self.waits.append(seconds)


def raises(error: BaseException) -> Act:
    """Make an act of raising that error."""

    def act(_bench: Bench) -> None:
        raise error

    return act
