"""Drives an answer of E08.2: the store, the clock and the history stand outside of it and see what it does."""

from collections.abc import Callable
from typing import Any

from labs.e08_retries.effect_store import EffectStore
from labs.e08_retries.jobs import Job
from labs.e08_retries.retry import Retryable
from labs.e08_retries.trial import HookedClock, Trial
from labs.e08_retries.worker import WorkerFailed
from labs.kit.scenario import Observation

ALWAYS = 10**6


def worked(*jobs: Job, **options: Any) -> Callable[[Any], Observation]:
    """Queue the jobs, let the answer work them off, and note what `join` raises; the options are `Trial`'s."""

    def drive(answer: Any) -> Observation:
        trial = Trial(EffectStore(), worker=answer.Worker, **options)
        raised = None
        try:
            trial.run(*jobs)
        except WorkerFailed as failure:
            raised = type(failure.__cause__).__name__
            trial.say(f"learns at join(): {raised}")
        return trial.observe(raised=raised)

    return drive


def fails_from(attempt: int) -> Callable[[Any], Observation]:
    """Lose the acknowledgement of attempt 1, and let the hook fail from that attempt on."""

    def drive(answer: Any) -> Observation:
        entered: list[str] = []

        def hook(job: Job) -> None:
            entered.append(job.key)
            if len(entered) >= attempt:
                raise Retryable("the hook fails")

        return worked(Job("a", 7, lose_ack=1), hook=hook)(answer)

    return drive


def bug(error: BaseException) -> Callable[[Any], Observation]:
    """Let the hook raise that error at each attempt of job a, with job b behind it."""

    def hook(job: Job) -> None:
        if job.key == "a":
            raise error

    return worked(Job("a", 7), Job("b", 3), hook=hook)


def bug_in_the_wait(answer: Any) -> Observation:
    """Let the sleeper raise what is tried again elsewhere."""

    def raises() -> None:
        raise Retryable("the sleeper fails")

    return worked(Job("a", 7, lose_ack=1), Job("b", 3), clock=HookedClock(raises))(answer)


DRIVES = {
    "lost-ack": worked(Job("a", 7, lose_ack=1)),
    "fail-before": worked(Job("a", 7, fail_before=1)),
    "poison": worked(Job("poison", 99, fail_before=ALWAYS), Job("b", 3)),
    "dead-but-done": worked(Job("a", 7, lose_ack=3), Job("a", 7)),
    "both-kinds": worked(Job("a", 7, fail_before=2, lose_ack=1)),
    "lost-then-failed": fails_from(attempt=2),
    "key-conflict": worked(Job("a", 10), Job("a", 25), Job("b", 3)),
    "one-attempt": worked(Job("a", 7, fail_before=1), max_attempts=1),
    "many-attempts": worked(Job("a", 7, fail_before=13), max_attempts=14),
    "bug": bug(ValueError("a bug in the hook")),
    "exit": bug(SystemExit("the hook wants to end the program")),
    "bug-in-the-wait": bug_in_the_wait,
}
