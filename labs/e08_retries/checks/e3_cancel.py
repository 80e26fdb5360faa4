"""What an answer of E08.3 must show: where it stops, what it lets happen, and that it tells the truth."""

from collections.abc import Iterator

from labs.e08_retries.retry import ACK_LOST, FAILED_BEFORE
from labs.kit.scenario import Claim, Json, Observation

ENDS = ("acked", "dead", "cancelled", "abandoned", "crashed")


def _run(
    run: Observation, events: list[str], *, written: dict[str, int], entered: dict[str, int]
) -> Iterator[Claim]:
    """`written`: the amount of each key that was written, once; `entered`: how often the hook was, by key."""
    yield Claim("events", [*events, "closed"], [_told(event) for event in run.events])
    yield Claim("writes", dict.fromkeys(written, 1), run.observed["writes_by_key"])
    yield Claim("total", sum(written.values()), run.observed["total"])
    yield Claim("hook entered", entered, run.observed["attempts"])
    yield Claim("raised", None, run.observed["raised"])


def _told(event: dict[str, Json]) -> str:
    fields = ("event", "key", "attempt", "reason", "effect")
    return " ".join(str(event[field]) for field in fields if field in event)


def barrier(run: Observation) -> Iterator[Claim]:
    """Cancelled while the hook runs, nothing is written, and no other hook is entered."""
    events = ["cancelled a 1 none", "cancelled b 1 none"]
    return _run(run, events, written={}, entered={"a": 1})


def before_start(run: Observation) -> Iterator[Claim]:
    """Cancelled beforehand, no attempt begins: not even the hook is entered."""
    events = ["cancelled a 1 none", "cancelled b 1 none"]
    return _run(run, events, written={}, entered={})


def in_the_gap(run: Observation) -> Iterator[Claim]:
    """A cancel after the second look comes too late: the effect happens, and the job is acked."""
    events = ["acked a 1 applied", "cancelled b 1 none"]
    return _run(run, events, written={"a": 7}, entered={"a": 1})


def late(run: Observation) -> Iterator[Claim]:
    """A cancel after the effect undoes nothing: the job stays acked."""
    events = ["acked a 1 applied", "cancelled b 1 none"]
    return _run(run, events, written={"a": 7}, entered={"a": 1})


def cancelled_but_done(run: Observation) -> Iterator[Claim]:
    """Cancelled in the wait after a lost acknowledgement, a job is stopped, and says that its effect is applied."""
    events = [f"retry a 1 {ACK_LOST}", "cancelled a 2 applied", "cancelled b 1 none"]
    yield from _run(run, events, written={"a": 7}, entered={"a": 1})
    yield Claim("waits", [1], run.observed["waits"])


def cancelled_not_done(run: Observation) -> Iterator[Claim]:
    """Cancelled in the wait after an effect that failed, a job is stopped, and says that there was none."""
    events = [f"retry a 1 {FAILED_BEFORE}", "cancelled a 2 none", "cancelled b 1 none"]
    yield from _run(run, events, written={}, entered={"a": 1})
    yield Claim("waits", [1], run.observed["waits"])


def two_looks(run: Observation) -> Iterator[Claim]:
    """The token is looked at before the hook and after it, even if the effect then fails, and nowhere else."""
    looks = ["look", "hook", "look"]
    lost = [*looks, "effect", "wait", *looks, "effect"]
    failed = [*looks, "wait", *looks, "effect"]
    yield Claim("steps", [*lost, *failed], run.observed["steps"])
    ends_a = [f"retry a 1 {ACK_LOST}", "acked a 2 duplicate"]
    ends_b = [f"retry b 1 {FAILED_BEFORE}", "acked b 2 applied"]
    yield from _run(run, [*ends_a, *ends_b], written={"a": 7, "b": 3}, entered={"a": 2, "b": 2})
    yield Claim("waits", [1, 1], run.observed["waits"])


def any_moment(run: Observation) -> Iterator[Claim]:
    """Whenever the cancel comes, each job ends once, and what is said of its effect is true."""
    ends = [event for event in run.events if event["event"] in ENDS]
    written = run.observed["writes_by_key"]
    true = {key: "applied" if key in written else "none" for key in ("a", "b")}
    yield Claim("ends", ["a", "b"], [event["key"] for event in ends])
    yield Claim("effects", true, {event["key"]: _effect(event) for event in ends})
    after = [event["event"] for event in ends[1:] if ends[0]["event"] == "cancelled"]
    yield Claim("after a cancelled job", ["cancelled"] * len(after), after)
    yield Claim("raised", None, run.observed["raised"])


def _effect(event: dict[str, Json]) -> Json:
    return "applied" if event["event"] == "acked" else event.get("effect")


CHECKS = {
    "barrier": barrier,
    "before-start": before_start,
    "in-the-gap": in_the_gap,
    "late": late,
    "cancelled-but-done": cancelled_but_done,
    "cancelled-not-done": cancelled_not_done,
    "two-looks": two_looks,
    "any-moment": any_moment,
}
