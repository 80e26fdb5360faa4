"""Accounting: which end of a call is held against the endpoint."""

from collections.abc import Callable
from typing import Any

from labs.e11_circuit_breaker.errors import StepError
from labs.e11_circuit_breaker.trial import THRESHOLD, Trial, unreadable
from labs.kit.scenario import Observation


def explicit(job: str) -> StepError:
    """The producer's own word that this job failed."""
    return StepError(job, "node-1", "bad input")


def bad_inputs(through: Callable[..., Any]) -> Observation:
    """A few bad inputs do not take a healthy endpoint away from everybody else."""
    trial = Trial(through=through)
    for number in range(1, THRESHOLD + 1):
        trial.ask(f"bad-{number}", explicit(f"bad-{number}"))
    trial.ask("unrelated")
    return trial.observe()


def protocol_counts(through: Callable[..., Any]) -> Observation:
    """A node whose answers cannot be read is taken out, however promptly it answers."""
    trial = Trial(through=through)
    for number in range(1, THRESHOLD + 1):
        trial.ask(f"job-{number}", unreadable(f"job-{number}"))
    trial.ask("next", unreadable("next"))
    return trial.observe()


def streak(through: Callable[..., Any]) -> Observation:
    """An explicit failure between node failures does not wipe them out."""
    trial = Trial(through=through)
    trial.ask("job-1", unreadable())
    trial.ask("job-2", unreadable())
    trial.ask("bad", explicit("bad"))
    trial.ask("job-3", unreadable())
    return trial.observe()
