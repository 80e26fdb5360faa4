"""What an answer of E10.1 must show: how many attempts it allows, and what it says to whom."""

from collections.abc import Iterator

from labs.kit.scenario import Claim, Observation

RETRY, GIVE_UP, KILLED = "retry", "give up", "killed"


def _told(run: Observation, *told: str) -> Iterator[Claim]:
    yield Claim("told", list(told), run.observed["told"])


def limit(run: Observation) -> Iterator[Claim]:
    """A job that does not say how often it may be tried is tried twice, and no more."""
    yield Claim("attempts", {"limit None": 2}, run.observed["attempts"])


def limits(run: Observation) -> Iterator[Claim]:
    """A job that says how often it may be tried is tried so often."""
    wanted = {f"limit {limit}": limit for limit in (1, 2, 3, 5)}
    yield Claim("attempts", wanted, run.observed["attempts"])


def refused(run: Observation) -> Iterator[Claim]:
    """Zero is not unset and not for ever: a limit below 1 is refused, and costs the job nothing."""
    yield from _told(run, *["refused"] * 3)
    wanted = {"j1, limit 3": 3, "j2, limit 0": "refused"}
    yield Claim("attempts", wanted, run.observed["attempts"])


def late(run: Observation) -> Iterator[Claim]:
    """A job that was given up stays given up, however often it fails after that."""
    yield from _told(run, RETRY, RETRY, *[GIVE_UP] * 5)


def jobs(run: Observation) -> Iterator[Claim]:
    """Each job has a budget of its own."""
    yield from _told(run, *[RETRY] * 4, *[GIVE_UP] * 2)


def window(run: Observation) -> Iterator[Claim]:
    """A count lives from its first failure on, up to its second and no longer."""
    yield from _told(run, RETRY, RETRY, GIVE_UP, RETRY, RETRY, GIVE_UP)


def killed(run: Observation) -> Iterator[Claim]:
    """A failure whose worker was killed is counted, and is gone in its time like any other."""
    yield from _told(run, KILLED, GIVE_UP, RETRY)


def killed_alone(run: Observation) -> Iterator[Claim]:
    """A worker that is killed while it counts leaves nothing that outlives the time."""
    yield from _told(run, KILLED, RETRY, RETRY)


def two_workers(run: Observation) -> Iterator[Claim]:
    """Workers share the count of a job, whichever of them it fails with."""
    yield from _told(run, RETRY, RETRY, RETRY, GIVE_UP)


def at_once(run: Observation) -> Iterator[Claim]:
    """Two failures at once are two, in every schedule."""
    yield from _told(run, GIVE_UP, RETRY)


CHECKS = {
    "limit": limit,
    "limits": limits,
    "refused": refused,
    "late": late,
    "jobs": jobs,
    "window": window,
    "killed": killed,
    "killed-alone": killed_alone,
    "two-workers": two_workers,
    "at-once": at_once,
}
