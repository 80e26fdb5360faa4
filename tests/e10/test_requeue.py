"""What follows a failure: the next state, the next node, and who may decide."""

import pytest

from labs.e10_retry_budget.answers import read_answer
from labs.e10_retry_budget.breaker import Breaker
from labs.e10_retry_budget.errors import (
    AttemptFailed,
    HardCap,
    ProtocolError,
    StepError,
    SubmitFailed,
)
from labs.e10_retry_budget.jobs import JobState, JobStates, Status
from labs.e10_retry_budget.requeue import after_failure, pick_node
from labs.e10_retry_budget.safety_nets import SafetyNets

RUNNING = JobState(Status.RUNNING, 1)
QUEUED_AGAIN = JobState(Status.QUEUED, 1, ("n1",))
GIVEN_UP = JobState(Status.FAILED, 1, ("n1",), "why")


@pytest.mark.parametrize("kind", [StepError, ProtocolError, SubmitFailed, HardCap])
@pytest.mark.parametrize(
    ("retryable", "count", "limit", "follows"),
    [
        (None, 1, 2, QUEUED_AGAIN),
        (None, 2, 2, GIVEN_UP),
        (None, 3, 2, GIVEN_UP),
        (None, 1, 1, GIVEN_UP),
        (True, 1, 2, QUEUED_AGAIN),
        (True, 2, 2, GIVEN_UP),
        (False, 1, 2, GIVEN_UP),
        (False, 1, 10, GIVEN_UP),
    ],
)
def test_what_follows(
    kind: type[AttemptFailed], retryable: bool | None, count: int, limit: int, follows: JobState
) -> None:
    """Every kind of failure is retried below the limit, unless the producer calls it final."""
    error = kind("render", "n1", "why", retryable)

    assert after_failure(RUNNING, error, count, limit) == follows


@pytest.mark.parametrize(
    ("failed_on", "picked"),
    [
        ((), "n1"),
        (("n1",), "n2"),
        (("n2",), "n1"),
        (("n1", "n2"), "n3"),
        (("n1", "n2", "n3"), "n1"),
        (("n1", "n2", "n3", "n1"), "n2"),
        (("gone", "n1"), "n2"),
    ],
)
def test_the_next_node(failed_on: tuple[str, ...], picked: str) -> None:
    """The first node that has not failed the job; after all of them, the one that failed it longest ago."""
    assert pick_node(["n1", "n2", "n3"], failed_on) == picked


def test_compare_and_set() -> None:
    """A state changes only from the one that was seen, and the refused change leaves no trace."""
    states = JobStates()
    states.add("j1")
    seen = states.read("j1")
    moved = [states.compare_and_set("j1", seen, RUNNING)]
    moved.append(states.compare_and_set("j1", seen, GIVEN_UP))

    assert moved == [True, False]
    assert states.so_far("j1") == [JobState(), RUNNING]


def test_a_later_run_is_another_state() -> None:
    """Who decides on attempt 1 cannot move the job while attempt 2 runs: the attempt is part of what is compared."""
    states = JobStates()
    states.add("j1")
    for seen, following in [
        (JobState(), RUNNING),
        (RUNNING, QUEUED_AGAIN),
        (QUEUED_AGAIN, JobState(Status.RUNNING, 2, ("n1",))),
    ]:
        states.compare_and_set("j1", seen, following)

    assert not states.compare_and_set("j1", RUNNING, GIVEN_UP)
    assert states.read("j1").status is Status.RUNNING


def test_an_id_is_used_once() -> None:
    """A second job under one id is refused, and the first one stands as it did."""
    states = JobStates()
    states.add("j1")
    states.compare_and_set("j1", JobState(), RUNNING)

    with pytest.raises(ValueError, match="takes a new id"):
        states.add("j1")
    assert states.read("j1") == RUNNING


@pytest.mark.parametrize(
    ("payload", "kind", "reason", "retryable"),
    [
        ({"status": "error", "message": "why"}, StepError, "why", None),
        ({"status": "error"}, StepError, "the producer gave no message", None),
        ({"status": "error", "retryable": True}, StepError, "the producer gave no message", True),
        ({"status": "error", "retryable": False}, StepError, "the producer gave no message", False),
        ({"status": "error", "retryable": 0}, ProtocolError, "retryable_not_boolean", None),
        ({"status": "error", "retryable": None}, ProtocolError, "retryable_not_boolean", None),
        ({"status": "error", "retryable": "no"}, ProtocolError, "retryable_not_boolean", None),
        ({"status": "ERROR"}, ProtocolError, "unknown_status", None),
        ({}, ProtocolError, "unknown_status", None),
    ],
)
def test_reading_a_failure(
    payload: dict[str, object], kind: type[AttemptFailed], reason: str, retryable: bool | None
) -> None:
    """A failure keeps the producer's words, and whatever no rule covers is a protocol error."""
    with pytest.raises(AttemptFailed) as met:
        read_answer(payload, "render", "n1")

    assert (type(met.value), met.value.reason, met.value.retryable) == (kind, reason, retryable)


def test_what_the_breaker_counts() -> None:
    """Failures in a row open it; a success ends the row, and a failure that the producer reports is none."""
    breaker = Breaker(2)
    submit = SubmitFailed("render", "n1", "refused")
    opened = []
    for met in (submit, None, submit, StepError("render", "n1", "bad input"), submit):
        breaker.met(met)
        opened.append(breaker.is_open)

    assert opened == [False, False, False, False, True]


def test_the_nets_see_deaths_and_long_attempts() -> None:
    """Neither net is torn: an attempt that dies is counted, and one that takes too long raises an alert."""
    nets = SafetyNets()
    for took_s, died in ((3_600, False), (3_601, False), (1, True)):
        nets.attempt_ended(took_s, died)

    assert (nets.retry_count, nets.alerts) == (1, 1)
