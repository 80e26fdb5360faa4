"""What an answer of E10.3 must show: how the job stands, how often it was moved, and where it goes next."""

from collections.abc import Iterator

from labs.kit.scenario import Claim, Json, Observation


def _stands(
    run: Observation, status: str, attempt: int, failed_on: list[str], reason: str | None
) -> Iterator[Claim]:
    wanted: Json = {
        "status": status,
        "attempt": attempt,
        "failed_on": failed_on,
        "reason": reason,
    }
    yield Claim("stands", wanted, run.observed["stands"])


def requeued(run: Observation) -> Iterator[Claim]:
    """Below the limit the job goes back, with its attempt and the node that failed."""
    yield Claim("told", True, run.observed["told"])
    yield from _stands(run, "queued", 1, ["n1"], None)


def given_up(run: Observation) -> Iterator[Claim]:
    """At the limit the job is failed, with the reason that the producer gave."""
    yield Claim("told", True, run.observed["told"])
    yield from _stands(run, "failed", 2, ["n1", "n2"], "out of memory")


def _statuses(run: Observation, **wanted: str) -> Iterator[Claim]:
    for case, status in wanted.items():
        yield Claim(case, status, run.observed["statuses"][case])


def counted(run: Observation) -> Iterator[Claim]:
    """The number of the failure decides, and not where the job has been."""
    yield from _statuses(
        run,
        duplicate="failed",
        over="failed",
        single="failed",
        other_step="queued",
        same_node="failed",
    )


def producer(run: Observation) -> Iterator[Claim]:
    """What the producer calls final is not tried again, and what it calls retryable is, below the limit."""
    yield from _statuses(run, final="failed", retryable="queued", spent="failed", silent="queued")


def kinds(run: Observation) -> Iterator[Claim]:
    """Whatever kind of failure it is, there is a retry below the limit."""
    yield from _statuses(run, protocol="queued", submit="queued", cap="queued")


def two_consumers(run: Observation) -> Iterator[Claim]:
    """Of two consumers of one job one decides, in every schedule, and the other is told so."""
    yield Claim("moves", 1, run.observed["moves"])
    first = run.observed["first"]
    yield Claim("told", {"n1": first == "n1", "n2": first == "n2"}, run.observed["told"])
    yield Claim("stands", "queued" if first == "n1" else "failed", run.observed["stands"])


def _too_late(run: Observation) -> Iterator[Claim]:
    for number, met in enumerate(run.observed["met"], 1):
        yield Claim(f"case {number}", {"told": False, "job": "as it was"}, met)


def decided(run: Observation) -> Iterator[Claim]:
    """A job that somebody else has requeued, failed or finished stays as it is."""
    yield from _too_late(run)


def second_attempt(run: Observation) -> Iterator[Claim]:
    """Who decides on attempt 1 while attempt 2 is under way is too late."""
    yield from _too_late(run)


def nodes(run: Observation) -> Iterator[Claim]:
    """The next attempt goes where the job has not failed; after all nodes, to where it failed longest ago."""
    wanted = {
        "": "n1",
        "n1": "n2",
        "n2": "n1",
        "n1 n2": "n3",
        "n3 n1": "n2",
        "n1 n2 n3": "n1",
        "n2 n1 n3": "n2",
        "n1 n2 n3 n1": "n2",
        "n1 n1 n2 n3 n3": "n1",
        "gone n1": "n2",
        "n3 n2 gone n1": "n3",
    }
    for failed_on, node in wanted.items():
        yield Claim(f"failed on {failed_on or 'none'}", node, run.observed["picked"][failed_on])


def rounds(run: Observation) -> Iterator[Claim]:
    """A job that always fails goes from node to node and ends at its limit, with the last reason."""
    yield Claim("asked", ["n1", "n2", "n3"], run.observed["asked"])
    yield from _stands(run, "failed", 3, ["n1", "n2", "n3"], "n3 is ill")


def two_nodes(run: Observation) -> Iterator[Claim]:
    """With fewer nodes than attempts it goes round, and still ends."""
    yield Claim("asked", ["n1", "n2", "n1", "n2"], run.observed["asked"])
    yield from _stands(run, "failed", 4, ["n1", "n2", "n1", "n2"], "n2 is ill")


def one_node(run: Observation) -> Iterator[Claim]:
    """Where there is one node, the retry is made on that one."""
    yield Claim("asked", ["n1", "n1"], run.observed["asked"])
    yield from _stands(run, "failed", 2, ["n1", "n1"], "n1 is ill")


CHECKS = {
    "two-consumers": two_consumers,
    "requeued": requeued,
    "given-up": given_up,
    "counted": counted,
    "producer": producer,
    "kinds": kinds,
    "decided": decided,
    "second-attempt": second_attempt,
    "nodes": nodes,
    "rounds": rounds,
    "two-nodes": two_nodes,
    "one-node": one_node,
}
