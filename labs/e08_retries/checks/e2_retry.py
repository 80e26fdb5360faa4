"""What an answer of E08.2 must show: every event, every wait, the writes by key, and what the caller learns."""

from collections.abc import Iterator

from labs.e08_retries.retry import ACK_LOST, ATTEMPTS, CONFLICT, FAILED_BEFORE
from labs.kit.scenario import Claim, Json, Observation


def _run(
    run: Observation,
    events: list[str],
    *,
    waits: list[int],
    written: dict[str, int],
    raised: str | None = None,
) -> Iterator[Claim]:
    """`written`: the amount of each key that was written, once. `events` holds the one end of every job."""
    yield Claim("events", [*events, "closed"], [_told(event) for event in run.events])
    yield Claim("waits", waits, run.observed["waits"])
    yield Claim("writes", dict.fromkeys(written, 1), run.observed["writes_by_key"])
    yield Claim("total", sum(written.values()), run.observed["total"])
    yield Claim("raised", raised, run.observed["raised"])


def _told(event: dict[str, Json]) -> str:
    fields = ("event", "key", "attempt", "reason", "effect")
    return " ".join(str(event[field]) for field in fields if field in event)


def lost_ack(run: Observation) -> Iterator[Claim]:
    """A job whose acknowledgement was lost is tried again, after one second."""
    events = [f"retry a 1 {ACK_LOST}", "acked a 2 duplicate"]
    return _run(run, events, waits=[1], written={"a": 7})


def fail_before(run: Observation) -> Iterator[Claim]:
    """A job that failed before its effect is tried again, and its effect happens."""
    events = [f"retry a 1 {FAILED_BEFORE}", "acked a 2 applied"]
    return _run(run, events, waits=[1], written={"a": 7})


def poison(run: Observation) -> Iterator[Claim]:
    """A job that always fails is dead after three attempts and two waits, and the job behind it is done."""
    events = [
        f"retry poison 1 {FAILED_BEFORE}",
        f"retry poison 2 {FAILED_BEFORE}",
        f"dead poison 3 {ATTEMPTS} none",
        "acked b 1 applied",
    ]
    return _run(run, events, waits=[1, 2], written={"b": 3})


def dead_but_done(run: Observation) -> Iterator[Claim]:
    """A job that lost three acknowledgements is dead, and its event says that the effect is applied."""
    events = [
        f"retry a 1 {ACK_LOST}",
        f"retry a 2 {ACK_LOST}",
        f"dead a 3 {ATTEMPTS} applied",
        "acked a 1 duplicate",
    ]
    return _run(run, events, waits=[1, 2], written={"a": 7})


def both_kinds(run: Observation) -> Iterator[Claim]:
    """Failures of both kinds count together: three attempts are three attempts."""
    events = [
        f"retry a 1 {FAILED_BEFORE}",
        f"retry a 2 {FAILED_BEFORE}",
        f"dead a 3 {ATTEMPTS} applied",
    ]
    return _run(run, events, waits=[1, 2], written={"a": 7})


def lost_then_failed(run: Observation) -> Iterator[Claim]:
    """What was applied once stays applied, though every later attempt failed before the effect."""
    events = [
        f"retry a 1 {ACK_LOST}",
        f"retry a 2 {FAILED_BEFORE}",
        f"dead a 3 {ATTEMPTS} applied",
    ]
    return _run(run, events, waits=[1, 2], written={"a": 7})


def key_conflict(run: Observation) -> Iterator[Claim]:
    """A key conflict is permanent: dead on its first attempt, no wait, and the queue goes on."""
    events = ["acked a 1 applied", f"dead a 1 {CONFLICT} none", "acked b 1 applied"]
    return _run(run, events, waits=[], written={"a": 10, "b": 3})


def one_attempt(run: Observation) -> Iterator[Claim]:
    """One attempt means one attempt and no wait."""
    return _run(run, [f"dead a 1 {ATTEMPTS} none"], waits=[], written={})


def many_attempts(run: Observation) -> Iterator[Claim]:
    """Fourteen attempts wait twice as long each time, and never longer than an hour."""
    retries = [f"retry a {attempt} {FAILED_BEFORE}" for attempt in range(1, 14)]
    waits = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 3600]
    return _run(run, [*retries, "acked a 14 applied"], waits=waits, written={"a": 7})


def bug(run: Observation) -> Iterator[Claim]:
    """A bug is not tried again: it ends the worker and reaches the caller."""
    events = ["crashed a 1 none", "abandoned b"]
    return _run(run, events, waits=[], written={}, raised="ValueError")


def exit_(run: Observation) -> Iterator[Claim]:
    """Neither is a request to end the program, which is no `Exception`."""
    events = ["crashed a 1 none", "abandoned b"]
    return _run(run, events, waits=[], written={}, raised="SystemExit")


def bug_in_the_wait(run: Observation) -> Iterator[Claim]:
    """A retry is recorded before its wait, and an error of the sleeper is a bug of whatever kind."""
    events = [f"retry a 1 {ACK_LOST}", "crashed a 1 applied", "abandoned b"]
    return _run(run, events, waits=[], written={"a": 7}, raised="Retryable")


CHECKS = {
    "lost-ack": lost_ack,
    "fail-before": fail_before,
    "poison": poison,
    "dead-but-done": dead_but_done,
    "both-kinds": both_kinds,
    "lost-then-failed": lost_then_failed,
    "key-conflict": key_conflict,
    "one-attempt": one_attempt,
    "many-attempts": many_attempts,
    "bug": bug,
    "exit": exit_,
    "bug-in-the-wait": bug_in_the_wait,
}
