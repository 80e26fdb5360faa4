"""Requeueing: who may put a job back, where it goes next, and what puts an end to it."""

from collections.abc import Callable
from threading import Thread

from labs.e10_retry_budget.answers import DONE, OUT_OF_MEMORY, Answer, Payload
from labs.e10_retry_budget.breaker import Breaker
from labs.e10_retry_budget.controls import SetsWhateverStands
from labs.e10_retry_budget.errors import StepError, SubmitFailed
from labs.e10_retry_budget.jobs import Job, JobState, JobStates, Status
from labs.e10_retry_budget.scenarios.counting import ATTEMPT_S, Counting, fails
from labs.e10_retry_budget.trial import Script, Trial
from labs.e10_retry_budget.worker import PickNode
from labs.kit.clock import VirtualClock
from labs.kit.gate import Gate
from labs.kit.history import History, count
from labs.kit.scenario import Json, Observation

THRESHOLD = 3


def cannot_submit(job: Job, step: str, node: str) -> Answer:
    """No attempt gets as far as the node."""
    del job
    raise SubmitFailed(step, node, "connection refused")


def breaker_accident(counting: Counting) -> Observation:
    """Both kinds of failure end at the limit, and neither needs the breaker for it."""
    history, rows = History(), dict[str, Json]()
    for kind, script in {"submit": cannot_submit, "explicit": fails}.items():
        history.note("budget", f"── {kind} failures ──")
        clock, job, breaker = VirtualClock(), Job("j1"), Breaker(THRESHOLD)
        trial = Trial(
            script,
            clock=clock,
            count=counting(clock.now),
            nodes=["node-1"],
            breaker=breaker,
            history=history,
        )
        trial.run(job)
        rows[kind] = {**trial.figures(job), "breaker_open": breaker.is_open}
    return Observation.of(history, rows=rows)


def cas_requeue(states: Callable[[], JobStates], pinned: bool = False) -> Observation:
    """Of two consumers that give back one job, one decides; a job that has failed does not go back to work."""
    pin = Gate()

    def hold_requeue(following: JobState) -> None:
        if following.status is Status.QUEUED:
            pin.wait()

    shared = SetsWhateverStands(before_set=hold_requeue) if pinned else states()
    trial, job = Trial(fails, states=shared), Job("j1")
    shared.add(job.id)
    running = trial.worker.claim(job)
    if running is None:
        raise AssertionError("nobody else takes the job before it is delivered twice")

    def consume() -> None:
        trial.worker.settle_failure(job, running, StepError("render", "node-1", "out of memory"))

    first, second = (Thread(target=consume, name=f"consumer {number}") for number in (1, 2))
    with pin:
        first.start()
        if pinned:
            pin.await_arrival()
        second.start()
        second.join()
    first.join()
    trial.work_off(job)
    stood = [state.status.value for state in shared.so_far(job.id)]
    return trial.observe(
        ended=stood[-1],
        after_failed=stood[stood.index("failed") + 1 :],
        too_late=count(trial.history.events(), "too late"),
    )


def diverse_retry(pick_node: PickNode) -> Observation:
    """The retry goes to another node than the one that failed."""

    def node_1_is_sick(job: Job, step: str, node: str) -> Answer:
        del job, step
        return Answer(ATTEMPT_S, OUT_OF_MEMORY if node == "node-1" else DONE)

    job = Job("j1")
    trial = Trial(node_1_is_sick, pick_node=pick_node)
    trial.run(job)
    return trial.observe(asked=trial.asked, **trial.figures(job))


SAYS: dict[str, Payload] = {
    "false": {**OUT_OF_MEMORY, "retryable": False},
    "true": {**OUT_OF_MEMORY, "retryable": True},
    "nothing": OUT_OF_MEMORY,
    '"no"': {**OUT_OF_MEMORY, "retryable": "no"},
    "0": {**OUT_OF_MEMORY, "retryable": 0},
    "null": {**OUT_OF_MEMORY, "retryable": None},
}


def answers(payload: Payload) -> Script:
    """Every attempt is answered so, after 70 seconds."""

    def script(job: Job, step: str, node: str) -> Answer:
        del job, step, node
        return Answer(ATTEMPT_S, payload)

    return script


def producer_says(wait: Callable[..., None]) -> Observation:
    """What the producer calls final is tried once; what it calls retryable is tried again, below the limit."""
    history, rows = History(), dict[str, Json]()
    for says, payload in SAYS.items():
        job = Job("j1")
        trial = Trial(answers(payload), wait=wait)
        trial.run(job)
        rows[says] = [trial.figures(job)["attempts"], trial.figures(job)["reason"]]
        history.note("retryable", says)
        history.note("attempts", f"{rows[says][0]}, {rows[says][1]}")
    return Observation.of(history, rows=rows)
