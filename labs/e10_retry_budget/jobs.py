"""What is to be done, and how it stands: a job's state changes only if it is still as it was when one decided."""

import threading
from dataclasses import dataclass
from enum import Enum


@dataclass(frozen=True)
class Job:
    """One request; whoever puts it back into the queue keeps its id.

    `entity` is what the work is about: several independent jobs may be about one. `step` is the step that the job
    declares; `first` are steps that it computes before that one.
    """

    id: str
    entity: str = "e-7"
    step: str = "render"
    first: tuple[str, ...] = ()

    @property
    def steps(self) -> tuple[str, ...]:
        """The steps that an attempt really computes, in order."""
        return (*self.first, self.step)


class Status(Enum):
    """Queued, running, and the two ends, out of which nothing leads but a replay by hand."""

    QUEUED = "queued"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"


@dataclass(frozen=True)
class JobState:
    """How a job stands.

    `attempt` is the number of the attempt under way, or of the last one. It makes each run of a job a state of its
    own, so that who decided on attempt 1 cannot be taken for one who decided on attempt 2. `failed_on` are the nodes
    of the attempts that failed, in order: good for choosing the next node, and for nothing else.
    """

    status: Status = Status.QUEUED
    attempt: int = 0
    failed_on: tuple[str, ...] = ()
    reason: str | None = None


class JobStates:
    """How each job stands and has stood, under one lock; what is queued is what stands here as queued."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._states: dict[str, list[JobState]] = {}

    def add(self, job_id: str) -> None:
        """Queue a job. Raises ValueError if there is one of that id; nothing changes."""
        with self._lock:
            if job_id in self._states:
                raise ValueError(f"add: there is a job {job_id!r} already, takes a new id")
            self._states[job_id] = [JobState()]

    def read(self, job_id: str) -> JobState:
        """How the job stands now; a moment later it may stand otherwise."""
        return self.so_far(job_id)[-1]

    def so_far(self, job_id: str) -> list[JobState]:
        """How the job has stood since it was added, in order."""
        with self._lock:
            return list(self._states[job_id])

    def compare_and_set(self, job_id: str, seen: JobState, following: JobState) -> bool:
        """Change the state if it is still the one that was seen, as one step; False if it is not."""
        with self._lock:
            if self._states[job_id][-1] != seen:
                return False
            self._states[job_id].append(following)
            return True
