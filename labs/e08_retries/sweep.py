"""All of it, not a sample: every fault, every place for a cancel, both ways to close, one key or two."""

from collections.abc import Iterator
from itertools import product

from labs.e08_retries.cancel_token import CancelToken
from labs.e08_retries.effect_store import EffectStore
from labs.e08_retries.jobs import Job
from labs.e08_retries.trial import Trial
from labs.kit.scenario import Json, Observation

THREADS = True  # a worker and its caller: each combination has its schedules
FAULTS = range(4)
LOOKS = range(7)  # 0: never; 1 and 2: the checkpoints of attempt 1; 3 and 4: of attempt 2; ...
AMOUNT_A, AMOUNT_B = 7, 3


class CancelsItself(CancelToken):
    """A token that is cancelled just before it is looked at for the nth time, from 1; 0 means never."""

    def __init__(self, at_look: int) -> None:
        super().__init__()
        self._left = at_look

    @property
    def cancelled(self) -> bool:
        """True from the nth look on, or once somebody has asked."""
        self._left -= 1
        if self._left == 0:
            self.cancel()
        return super().cancelled


def combinations() -> Iterator[dict[str, Json]]:
    """Every combination, 448 of them; faults and cancel are the first job's, the second has none."""
    for fail_before, lose_ack, look, drain, one_key in product(
        FAULTS, FAULTS, LOOKS, (True, False), (True, False)
    ):
        yield {
            "fail_before": fail_before,
            "lose_ack": lose_ack,
            "cancel_at_look": look,
            "drain": drain,
            "one_key": one_key,
        }


def drive(
    fail_before: int, lose_ack: int, cancel_at_look: int, drain: bool, one_key: bool
) -> Observation:
    """Run one combination, closing while the worker is at it."""
    token = CancelsItself(cancel_at_look)
    trial = Trial(EffectStore(), token=token)
    second = Job("a", AMOUNT_A) if one_key else Job("b", AMOUNT_B)
    trial.submit(Job("a", AMOUNT_A, fail_before, lose_ack), second)
    trial.worker.start()
    trial.worker.close(drain)
    trial.worker.join()
    return trial.observe()
