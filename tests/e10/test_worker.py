"""The worker and the trial: who takes a job, what is recorded, and what a late decision changes."""

from labs.e10_retry_budget.answers import DONE, OUT_OF_MEMORY, Answer
from labs.e10_retry_budget.controls import any_error_means_not_yet
from labs.e10_retry_budget.errors import HardCap, StepError
from labs.e10_retry_budget.jobs import Job, JobState, Status
from labs.e10_retry_budget.trial import Trial
from labs.e10_retry_budget.wait import CAP_S, Mailbox, wait_for_answer
from labs.kit.clock import VirtualClock
from labs.kit.scenario import brief

JOB = Job("j1")


def badly(job: Job, step: str, node: str) -> Answer:
    """Every step fails after 70 s."""
    del job, step, node
    return Answer(70, OUT_OF_MEMORY)


def well(job: Job, step: str, node: str) -> Answer:
    """Every step is done after 70 s."""
    del job, step, node
    return Answer(70, DONE)


def test_a_job_is_taken_once() -> None:
    """Of two claims of one queued job one gets it."""
    trial = Trial(well)
    trial.states.add("j1")

    assert trial.worker.claim(JOB) == JobState(Status.RUNNING, 1)
    assert trial.worker.claim(JOB) is None


def test_an_attempt_at_a_job_that_is_not_queued_asks_nobody() -> None:
    """A job that is done is not computed again."""
    trial = Trial(well)
    trial.run(JOB)
    trial.worker.attempt(JOB)

    assert (trial.asked, trial.clock.now()) == (["node-1"], 70)
    assert [event.event for event in trial.history.events()] == ["done"]


def test_a_late_decision_changes_nothing() -> None:
    """Who decides on attempt 1 while attempt 2 runs is too late, and the record says so."""
    trial, error = Trial(well), StepError("render", "node-1", "out of memory")
    trial.states.add("j1")
    first = trial.worker.claim(JOB)
    assert first is not None
    trial.worker.settle_failure(JOB, first, error)
    second = trial.worker.claim(JOB)
    trial.worker.settle_failure(JOB, first, error)

    assert trial.states.read("j1") == second
    assert brief([event.as_dict() for event in trial.history.events()]) == [
        "requeued j1",
        "too late j1",
    ]


def test_a_requeue_keeps_the_id() -> None:
    """All attempts of a job stand under its one id, and are counted there."""
    trial = Trial(badly)
    trial.run(JOB, Job("j2"))

    assert {event.key for event in trial.history.events()} == {"j1", "j2"}
    assert trial.counts == [1, 1, 2, 2]


def waited(answer: Answer, **options: object) -> tuple[str, float]:
    """How the wait for this answer ended, and when."""
    clock = VirtualClock()
    try:
        wait_for_answer(Mailbox(0, answer), clock, "render", "node-1", **options)  # type: ignore[arg-type]
    except (StepError, HardCap) as error:
        return error.reason, clock.now()
    return "done", clock.now()


def test_the_wait() -> None:
    """A wait ends with what was read, at its second, or at the cap; who waits on what was read waits to the cap."""
    assert waited(Answer(70, DONE)) == ("done", 70)
    assert waited(Answer(70, OUT_OF_MEMORY)) == ("out of memory", 70)
    assert waited(Answer(70, None)) == (f"timeout after {CAP_S} s", CAP_S)
    assert waited(Answer(CAP_S, DONE)) == ("done", CAP_S)
    assert waited(Answer(CAP_S + 1, DONE)) == (f"timeout after {CAP_S} s", CAP_S)
    assert waited(Answer(70, OUT_OF_MEMORY), may_wait=any_error_means_not_yet) == (
        f"timeout after {CAP_S} s",
        CAP_S,
    )
