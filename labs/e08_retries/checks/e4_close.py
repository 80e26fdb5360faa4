"""What an answer of E08.4 must show: every job that was let in is accounted for, and the caller is told the truth."""

from collections.abc import Iterator

from labs.kit.scenario import Claim, Observation, brief

ENDED_ON_A = "the worker ended on a bug in job 'a'"


def _ended(run: Observation, events: list[str], written: dict[str, int]) -> Iterator[Claim]:
    yield Claim("events", events, brief(run.events))
    yield Claim("written", written, run.observed["writes_by_key"])
    account = dict(run.observed["accounting"])
    yield Claim("accounted for", account.pop("submitted"), sum(account.values()))
    yield Claim("closed is", "the last event, once", _closed(run))


def _closed(run: Observation) -> str:
    names = [event["event"] for event in run.events]
    if names.count("closed") != 1:
        return f"recorded {names.count('closed')} times"
    return "the last event, once" if names[-1] == "closed" else "not the last event"


def _joined(run: Observation, told: str = "returned") -> Claim:
    return Claim("join", told, run.observed["joined"])


def drain(run: Observation) -> Iterator[Claim]:
    """A draining close works off what is queued, retries included, and join waits for all of it."""
    events = ["retry a", "acked a duplicate", "retry b", "acked b applied"]
    yield from _ended(run, events, {"a": 1, "b": 1})
    yield Claim("waits", [1, 1], run.observed["waits"])
    yield _joined(run)


def _stops(run: Observation, closes: int) -> Iterator[Claim]:
    yield Claim("close", ["returned"] * closes, run.observed["closed"])
    yield from _ended(run, ["acked a applied", "cancelled b none", "cancelled c none"], {"a": 1})
    yield _joined(run)


def no_drain(run: Observation) -> Iterator[Claim]:
    """A close that does not drain begins nothing more: the job in hand ends, the rest is recorded as cancelled."""
    return _stops(run, closes=1)


def close_twice(run: Observation) -> Iterator[Claim]:
    """A second close is harmless, and neither of the two waits for the worker."""
    yield Claim("close", ["returned"] * 2, run.observed["closed"])
    events = ["acked a applied", "acked b applied", "acked c applied"]
    yield from _ended(run, events, {"a": 1, "b": 1, "c": 1})
    yield _joined(run)


def escalate(run: Observation) -> Iterator[Claim]:
    """A close that does not drain, after one that does, stops what is left."""
    return _stops(run, closes=2)


def no_way_back(run: Observation) -> Iterator[Claim]:
    """A close that drains, after one that does not, brings nothing back."""
    return _stops(run, closes=2)


def only_jobs(run: Observation) -> Iterator[Claim]:
    """Only a Job gets in; what is refused leaves no trace, and the job behind it is worked off."""
    refused = dict.fromkeys(("None", "a key", "a subclass of Job"), "TypeError")
    yield Claim("told", refused | {"a job": "accepted"}, run.observed["told"])
    yield from _ended(run, ["acked a applied"], {"a": 1})
    yield _joined(run)


def closed_door(run: Observation) -> Iterator[Claim]:
    """A job offered beside a close is refused or worked off, in every schedule; after it, nothing gets in."""
    accepted = run.observed["beside"] == "accepted"
    yield Claim("b is told", "accepted" if accepted else "Closed", run.observed["beside"])
    yield Claim("late is told", "Closed", run.observed["late"])
    yield from _ended(run, ["acked b applied"] * accepted, {"b": 1} if accepted else {})
    yield _joined(run)


def crash(run: Observation) -> Iterator[Claim]:
    """A bug ends the worker: what was queued is recorded as abandoned, and every join tells the caller."""
    yield from _ended(run, ["crashed a none", "abandoned b", "abandoned c"], {})
    yield Claim("join, twice", [f"{ENDED_ON_A}, ValueError"] * 2, run.observed["joined"])


def exits(run: Observation) -> Iterator[Claim]:
    """A SystemExit in a job is a bug like any other: it reaches the caller, and does not end it."""
    yield from _ended(run, ["crashed a none", "abandoned b", "abandoned c"], {})
    yield Claim("join, twice", [f"{ENDED_ON_A}, SystemExit"] * 2, run.observed["joined"])


def crash_door(run: Observation) -> Iterator[Claim]:
    """A worker that a bug has ended lets nobody in, and can be joined, without any close."""
    yield Claim("late is told", "Closed", run.observed["late"])
    yield from _ended(run, ["crashed a none"], {})
    yield _joined(run, f"{ENDED_ON_A}, ValueError")


def crash_race(run: Observation) -> Iterator[Claim]:
    """A job offered while a bug ends the worker is refused or abandoned, in every schedule."""
    accepted = run.observed["beside"] == "accepted"
    yield Claim("b is told", "accepted" if accepted else "Closed", run.observed["beside"])
    yield from _ended(run, ["crashed a none", *["abandoned b"] * accepted], {})
    yield _joined(run, f"{ENDED_ON_A}, ValueError")


def join_too_early(run: Observation) -> Iterator[Claim]:
    """A join before the start or before the close, which could never return, is an error and no hang."""
    moments = ("never started", "before start", "before close")
    told = dict.fromkeys(moments, "RuntimeError")
    yield Claim("join, too early", told, run.observed["told"])
    yield from _ended(run, ["acked a applied"], {"a": 1})
    yield _joined(run)


def own_thread(run: Observation) -> Iterator[Claim]:
    """A join in the worker's own thread, which would wait for itself, is an error and no hang."""
    yield Claim("join, in its own thread", ["RuntimeError"], run.observed["told"])
    yield from _ended(run, ["acked a applied"], {"a": 1})
    yield _joined(run)


def with_block(run: Observation) -> Iterator[Claim]:
    """Whoever leaves the with block finds the work done and the door shut."""
    yield Claim("late is told", "Closed", run.observed["late"])
    yield from _ended(run, ["acked a applied", "acked b applied"], {"a": 1, "b": 1})


def with_error(run: Observation) -> Iterator[Claim]:
    """An error in the body of the with block is what its caller is told, even if the worker failed as well."""
    yield Claim("the with block tells", "LookupError", run.observed["left"])
    yield from _ended(run, ["crashed a none"], {})
    yield _joined(run, f"{ENDED_ON_A}, ValueError")


def unjoined(run: Observation) -> Iterator[Claim]:
    """A caller that closes and goes away loses no job: the program waits for the worker's thread."""
    yield Claim("written in the end", ["a", "b"], run.observed["written"])


CHECKS = {
    "drain": drain,
    "no-drain": no_drain,
    "close-twice": close_twice,
    "escalate": escalate,
    "no-way-back": no_way_back,
    "only-jobs": only_jobs,
    "closed-door": closed_door,
    "crash": crash,
    "exit": exits,
    "crash-door": crash_door,
    "crash-race": crash_race,
    "join-too-early": join_too_early,
    "own-thread": own_thread,
    "with-block": with_block,
    "with-error": with_error,
    "unjoined": unjoined,
}
