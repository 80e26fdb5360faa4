"""Drives an answer of E10.3: the lab's own states say how a job was moved, and how often."""

import threading
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from labs.e10_retry_budget.errors import (
    AttemptFailed,
    HardCap,
    ProtocolError,
    StepError,
    SubmitFailed,
)
from labs.e10_retry_budget.jobs import JobState, JobStates, Status
from labs.kit.history import History
from labs.kit.scenario import Json, Observation

Drive = Callable[[Any], Observation]

JOB = "j1"
RUNNING = JobState(Status.RUNNING, 1)
HORIZON = 6


def error(node: str = "n1", retryable: bool | None = None, reason: str = "why") -> StepError:
    """A failure that the producer reports."""
    return StepError("render", node, reason, retryable)


def shown(state: JobState) -> dict[str, Json]:
    """A state as JSON has it."""
    return {
        "status": state.status.value,
        "attempt": state.attempt,
        "failed_on": list(state.failed_on),
        "reason": state.reason,
    }


class Desk:
    """One job, taken by a consumer, and what becomes of it."""

    def __init__(self, answer: Any, *stood: JobState, history: History | None = None) -> None:
        """`stood`: how the job has stood since it was queued; the last one is how it stands."""
        self.history = history or History()
        self.states = JobStates()
        self.states.add(JOB)
        for state in stood or (RUNNING,):
            self.move(state)
        self._answer = answer

    def move(self, following: JobState) -> None:
        """Move the job by hand."""
        self.states.compare_and_set(JOB, self.states.read(JOB), following)

    def settle(
        self, running: JobState, failure: AttemptFailed, count: int, limit: int = 2
    ) -> object:
        """Let a consumer that took the job in this state settle its failure; what it is told."""
        told: object = self._answer.settle_failure(self.states, JOB, running, failure, count, limit)
        took = {True: "moved the job", False: "is too late"}.get(told is True, "")
        stands = self.states.read(JOB).status.value
        self.history.note("consumer", f"failure {count} of {limit}: {took}; it is {stands}")
        return told if isinstance(told, bool) else repr(told)

    def stands(self) -> dict[str, Json]:
        """How the job stands."""
        return shown(self.states.read(JOB))


def settled(running: JobState, count: int, failure: AttemptFailed | None = None) -> Drive:
    """One consumer settles one failure."""

    def drive(answer: Any) -> Observation:
        desk = Desk(answer, running)
        told = desk.settle(running, failure or error(), count)
        return Observation.of(desk.history, told=told, stands=desk.stands())

    return drive


def statuses(**cases: tuple[JobState, AttemptFailed, int, int]) -> Drive:
    """What becomes of a job in each of these cases: how it ran, the failure, its number, the limit."""

    def drive(answer: Any) -> Observation:
        history, met = History(), {}
        for name, (running, failure, count, limit) in cases.items():
            desk = Desk(answer, running, history=history)
            desk.settle(running, failure, count, limit)
            met[name] = desk.stands()["status"]
        return Observation.of(history, statuses=met)

    return drive


def too_late(*following: JobState) -> Drive:
    """A consumer of attempt 1 settles when the job stands as each of these says, with a retry left or none."""

    def drive(answer: Any) -> Observation:
        history, met = History(), []
        for state in following:
            for count in (1, 2):
                desk = Desk(answer, RUNNING, state, history=history)
                told = desk.settle(RUNNING, error(), count)
                kept = desk.states.read(JOB) == state
                met.append({"told": told, "job": "as it was" if kept else "moved"})
        return Observation.of(history, met=met)

    return drive


def two_consumers(answer: Any) -> Observation:
    """Two consumers took one job; it fails with both at once, and they have counted 1 and 2."""
    desk = Desk(answer)
    told: dict[int, object] = {}

    def consume(count: int) -> None:
        told[count] = desk.settle(RUNNING, error(f"n{count}"), count)

    consumers = [
        threading.Thread(target=consume, args=(count,), name=f"consumer {count}")
        for count in (1, 2)
    ]
    for consumer in consumers:
        consumer.start()
    for consumer in consumers:
        consumer.join()
    moves = desk.states.so_far(JOB)[2:]  # behind queued and running
    first = moves[0].failed_on[-1] if moves else "nobody"
    return Observation.of(
        desk.history,
        moves=len(moves),
        told={f"n{count}": told[count] for count in sorted(told)},
        first=first,
        stands=desk.stands()["status"],
    )


def nodes(answer: Any) -> Observation:
    """Which node is picked of three, after these failures."""
    history, picked = History(), {}
    for failed_on in (
        "",
        "n1",
        "n2",
        "n1 n2",
        "n3 n1",
        "n1 n2 n3",
        "n2 n1 n3",
        "n1 n2 n3 n1",
        "n1 n1 n2 n3 n3",
        "gone n1",
        "n3 n2 gone n1",
    ):
        node = answer.pick_node(["n1", "n2", "n3"], tuple(failed_on.split()))
        picked[failed_on] = node
        history.note("consumer", f"failed on {failed_on or 'none'}: {node}")
    return Observation.of(history, picked=picked)


def rounds(limit: int, pool: list[str]) -> Drive:
    """A job that fails on every node, from the first attempt to its end."""

    def drive(answer: Any) -> Observation:
        desk = Desk(answer, JobState())
        asked: list[str] = []
        for attempt in range(1, HORIZON + 1):
            queued = desk.states.read(JOB)
            if queued.status is not Status.QUEUED:
                break
            running = replace(queued, status=Status.RUNNING, attempt=attempt)
            desk.move(running)
            asked.append(answer.pick_node(pool, running.failed_on))
            failure = error(asked[-1], reason=f"{asked[-1]} is ill")
            desk.settle(running, failure, attempt, limit)
        return Observation.of(desk.history, asked=asked, stands=desk.stands())

    return drive


SECOND = JobState(Status.RUNNING, 2, ("n1",))
ELSEWHERE = JobState(Status.RUNNING, 1, ("n1", "n2"))
DRIVES = {
    "two-consumers": two_consumers,
    "requeued": settled(RUNNING, 1),
    "given-up": settled(SECOND, 2, error("n2", reason="out of memory")),
    "counted": statuses(
        duplicate=(RUNNING, error(), 2, 2),
        over=(SECOND, error("n2"), 3, 2),
        single=(RUNNING, error(), 1, 1),
        other_step=(ELSEWHERE, error("n3"), 1, 2),
        same_node=(SECOND, error("n1"), 2, 2),
    ),
    "producer": statuses(
        final=(RUNNING, error(retryable=False), 1, 3),
        retryable=(RUNNING, error(retryable=True), 1, 2),
        spent=(SECOND, error("n2", retryable=True), 2, 2),
        silent=(RUNNING, error(), 1, 2),
    ),
    "kinds": statuses(
        protocol=(RUNNING, ProtocolError("render", "n1", "invalid_json"), 1, 2),
        submit=(RUNNING, SubmitFailed("render", "n1", "refused"), 1, 2),
        cap=(RUNNING, HardCap("render", "n1", "timeout"), 1, 2),
    ),
    "decided": too_late(
        JobState(Status.QUEUED, 1, ("n1",)),
        JobState(Status.FAILED, 1, ("n1",), "why"),
        JobState(Status.DONE, 1),
    ),
    "second-attempt": too_late(SECOND, JobState(Status.RUNNING, 2)),
    "nodes": nodes,
    "rounds": rounds(3, ["n1", "n2", "n3"]),
    "two-nodes": rounds(4, ["n1", "n2"]),
    "one-node": rounds(2, ["n1"]),
}
