"""C32: a job whose value was None left no result at all, for None stood for "no value".

Source: https://github.com/rq/rq/issues/115 (fixed). A mark must be an object that no value can be.
"""

from queue import Queue
from typing import Any

import pytest

from labs.e08_retries.effect_store import EffectStore
from labs.e08_retries.jobs import Job
from labs.e08_retries.worker import Worker

PAYLOADS = [Job("one", 1), None, Job("two", 2)]


class NoneEnds(Worker):
    """Wrong: takes None for the end of the queue, and whatever it is given for a job."""

    def submit(self, job: Any) -> None:
        """Queue it."""
        self._queue.put(job)

    def _run(self) -> None:
        while (job := self._queue.get()) is not None:
            self.delivery(job, self._route).carry()


def carried(kind: type[Worker]) -> tuple[list[str], int]:
    """Submit a job, None, and a job; answer which were worked off, and how many were refused."""
    refused = 0
    worker = kind(EffectStore().apply_once)
    for payload in PAYLOADS:
        try:
            worker.submit(payload)
        except TypeError:
            refused += 1
    with worker:
        pass
    return [str(event.key) for event in worker.history.events() if event.key], refused


def test_wrong_none_ends_the_queue() -> None:
    """Wrong: the worker stops at None, and the job behind it is neither done nor refused."""
    assert carried(NoneEnds) == (["one"], 0)


def test_right_none_is_refused_at_the_door() -> None:
    """Right: None is refused to whoever offers it, and both jobs are done."""
    assert carried(Worker) == (["one", "two"], 1)


def poll(results: dict[str, Any], absent: Any) -> str:
    """Ask once for the result of job a; what equals the mark counts as not there yet."""
    return "not ready" if results.get("a", absent) is absent else "ready"


@pytest.mark.parametrize(("absent", "told"), [(None, "not ready"), (object(), "ready")])
def test_a_result_that_is_none(absent: object, told: str) -> None:
    """Wrong: with None as mark a result of None is never ready; right: with a private object it is, on poll 1."""
    assert poll({"a": None}, absent) == told


def test_right_the_store_knows_a_key_by_its_key() -> None:
    """Right: our store asks whether it knows the key, so that no remembered value can mean "unknown"."""
    store, answers = EffectStore(), Queue()
    try:
        answers.put(store.apply_once("a", None).value)
    except TypeError:
        answers.put("refused")

    assert answers.get() == "refused"
    assert store.apply_once("a", 7).value == "applied"
