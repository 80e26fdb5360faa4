"""What an answer of E10.2 must show: the number of each failure, and which budgets it takes."""

from collections.abc import Iterator

from labs.kit.scenario import Claim, Json, Observation


def _counts(run: Observation, *counts: Json) -> Iterator[Claim]:
    yield Claim("counts", list(counts), run.observed["counts"])


def two_jobs(run: Observation) -> Iterator[Claim]:
    """Two jobs about one document have a budget each."""
    yield from _counts(run, 1, 1, 2, 2, 1)


def two_steps(run: Observation) -> Iterator[Claim]:
    """Each step that a job computes has its own budget, and keeps it while another step fails."""
    yield from _counts(run, 1, 1, 2, 2, 3)


def requeued(run: Observation) -> Iterator[Claim]:
    """A job that comes again under its id goes on with its count."""
    yield from _counts(run, 1, 2, 3)


def other_node(run: Observation) -> Iterator[Claim]:
    """A step that fails on another node has failed once more."""
    yield from _counts(run, 1, 2, 3)


def kinds(run: Observation) -> Iterator[Claim]:
    """Whatever kind of failure it is, it is counted with the others."""
    yield from _counts(run, 1, 2, 3)


def names(run: Observation) -> Iterator[Claim]:
    """Two different pairs of job and step never share a budget, whatever stands in their names."""
    shared = [separator for separator, counts in run.observed["met"].items() if counts != [1, 1]]
    yield Claim("separators at which two budgets meet", [], shared)


def _built(run: Observation, **wanted: list[str]) -> Iterator[Claim]:
    expected = {setting: said for said, settings in wanted.items() for setting in settings}
    for setting, said in run.observed["built"].items():
        yield Claim(setting, expected[setting], said)


def fixed(run: Observation) -> Iterator[Claim]:
    """A count that lives from the first failure on must outlive all gaps up to the last; nothing else is refused."""
    yield from _built(
        run,
        refused=[
            *("limit 2, ttl 10", "limit 2, ttl 40", "limit 2, ttl 89", "limit 2, ttl 90"),
            *("limit 3, ttl 120", "limit 3, ttl 180", "limit 4, ttl 270"),
        ],
        taken=["limit 2, ttl 91", "limit 3, ttl 181", "limit 4, ttl 271", "limit 1, ttl 1"],
    )


def refreshed(run: Observation) -> Iterator[Claim]:
    """A count that lives on from each failure must outlive the longest gap, whatever the limit."""
    yield from _built(
        run,
        refused=["limit 2, ttl 90", "limit 3, ttl 90", "limit 9, ttl 40"],
        taken=["limit 2, ttl 91", "limit 3, ttl 91", "limit 9, ttl 91"],
    )


def too_short(run: Observation) -> Iterator[Claim]:
    """A budget that cannot hold is not built, and nothing is counted in it."""
    yield Claim("counts", "refused", run.observed["counts"])


def window_fixed(run: Observation) -> Iterator[Claim]:
    """Without refresh a count is gone when its time has passed since the first failure."""
    yield from _counts(run, 1, 2, 3, 1, 2)


def window_refreshed(run: Observation) -> Iterator[Claim]:
    """With refresh a count is gone when its time has passed since the last failure."""
    yield from _counts(run, 1, 2, 3, 4, 1, 2)


def longest_gaps(run: Observation) -> Iterator[Claim]:
    """A budget that was taken counts up to its limit at the longest gaps."""
    yield from _counts(run, 1, 2, 3, 4)


def killed(run: Observation) -> Iterator[Claim]:
    """A worker that is killed while it counts leaves nothing that outlives the time."""
    yield from _counts(run, "killed", 1, 1)


def two_workers(run: Observation) -> Iterator[Claim]:
    """Workers share the counts, whichever of them a job fails with."""
    yield from _counts(run, 1, 2, 3, 4)


def at_once(run: Observation) -> Iterator[Claim]:
    """Two failures at once have two numbers, in every schedule."""
    yield from _counts(run, 1, 2)


CHECKS = {
    "two-jobs": two_jobs,
    "two-steps": two_steps,
    "requeued": requeued,
    "other-node": other_node,
    "kinds": kinds,
    "names": names,
    "fixed": fixed,
    "refreshed": refreshed,
    "too-short": too_short,
    "window-fixed": window_fixed,
    "window-refreshed": window_refreshed,
    "longest-gaps": longest_gaps,
    "killed": killed,
    "two-workers": two_workers,
    "at-once": at_once,
}
