"""C33: a consumer that caught only ordinary exceptions was ended by a `BaseException`, and nobody learned of it.

Source: https://github.com/openai/openai-agents-python/issues/4199. Our error is `WorkerFailed`, raised by each join.
"""

import pytest

from labs.e08_retries.effect_store import EffectStore
from labs.e08_retries.jobs import Job
from labs.e08_retries.worker import Worker, WorkerFailed, _EndMark
from labs.kit.history import Event


class CatchesExceptionOnly(Worker):
    """Wrong: an error that is no `Exception` ends the thread, and join knows nothing of it."""

    def _run(self) -> None:
        while not isinstance(job := self._queue.get(), _EndMark):
            delivery = self.delivery(job, self._route)
            try:
                delivery.carry()
            except Exception as bug:  # noqa: BLE001 - catching too little is the fault
                self._crash(delivery, bug)
                break


def submitted(kind: type[Worker]) -> Worker:
    """Submit a, b and c to a worker in which b raises `SystemExit`; start it and close it."""

    def hook(job: Job) -> None:
        if job.key == "b":
            raise SystemExit

    worker = kind(EffectStore().apply_once, before_effect=hook)
    for key in "abc":
        worker.submit(Job(key, 1))
    worker.start()
    worker.close()
    return worker


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_wrong_nobody_learns_of_it() -> None:
    """Wrong: join returns as if all were well, a alone is done, and b and c are in no record."""
    worker = submitted(CatchesExceptionOnly)
    worker.join()

    assert worker.history.events() == [Event("acked", "a", 1, effect="applied")]
    assert worker._queue.qsize() == 2


def test_right_it_reaches_the_caller() -> None:
    """Right: join raises the worker's failure from the original, b is crashed and c abandoned."""
    worker = submitted(Worker)
    with pytest.raises(WorkerFailed) as failure:
        worker.join()

    assert (failure.value.job, type(failure.value.__cause__)) == (Job("b", 1), SystemExit)
    assert worker.history.events() == [
        Event("acked", "a", 1, effect="applied"),
        Event("crashed", "b", 1, effect="none"),
        Event("abandoned", "c"),
        Event("closed"),
    ]
