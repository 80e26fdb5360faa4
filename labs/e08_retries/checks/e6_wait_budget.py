"""What an answer of E08.6 must show: attempts, waits, and which limit ended the job."""

from collections.abc import Iterator

from labs.kit.scenario import Claim, Json, Observation

FAILED, LOST = "failed before the effect", "acknowledgement lost"
GOOD = "acked b 1 applied"


def _worked_off(
    run: Observation, attempts: dict[str, int], waits: list[int], events: list[str]
) -> Iterator[Claim]:
    yield Claim("attempts", attempts, run.observed["attempts"])
    yield Claim("waits", waits, run.observed["waits"])
    yield Claim("events", [*events, "closed"], [_in_full(event) for event in run.events])


def _in_full(event: dict[str, Json]) -> str:
    parts = ("event", "key", "attempt", "reason", "effect")
    return " ".join(str(event[part]) for part in parts if part in event)


def _poison(run: Observation, waits: list[int], reason: str) -> Iterator[Claim]:
    last = len(waits) + 1
    retries = [f"retry p {attempt} {FAILED}" for attempt in range(1, last)]
    events = [*retries, f"dead p {last} {reason} none", GOOD]
    yield from _worked_off(run, {"p": last, "b": 1}, waits, events)
    yield Claim("writes by key", {"b": 1}, run.observed["writes_by_key"])


def no_budget(run: Observation) -> Iterator[Claim]:
    """Without a budget the attempts are the only limit: five attempts, waits 1, 2, 4 and 8."""
    return _poison(run, [1, 2, 4, 8], "attempts")


def budget_0(run: Observation) -> Iterator[Claim]:
    """A budget of 0 is a budget: one attempt, no wait, and the queue goes on."""
    return _poison(run, [], "wait budget")


def budget_1(run: Observation) -> Iterator[Claim]:
    """A budget of 1 is used up by a wait of 1: two attempts, and the queue goes on."""
    return _poison(run, [1], "wait budget")


def budget_2(run: Observation) -> Iterator[Claim]:
    """A budget of 2 has no room for 1 and 2: two attempts, one wait, and the queue goes on."""
    return _poison(run, [1], "wait budget")


def budget_3(run: Observation) -> Iterator[Claim]:
    """A budget of 3 has room for 1 and 2; then both limits are reached, and the reason is the attempts."""
    return _poison(run, [1, 2], "attempts")


def fraction(run: Observation) -> Iterator[Claim]:
    """A budget of 1.5 seconds has room for a wait of 1, and none for a wait of 2."""
    return _poison(run, [1], "wait budget")


def many_attempts(run: Observation) -> Iterator[Claim]:
    """A budget of 10 has room for 1, 2 and 4, though twenty attempts are allowed."""
    return _poison(run, [1, 2, 4], "wait budget")


def large_budget(run: Observation) -> Iterator[Claim]:
    """A budget that nobody uses up changes nothing: three attempts stay three."""
    return _poison(run, [1, 2], "attempts")


def one_attempt(run: Observation) -> Iterator[Claim]:
    """One attempt and a budget of 0 are both used up by the first failure; the reason is the attempts."""
    return _poison(run, [], "attempts")


def each_its_own(run: Observation) -> Iterator[Claim]:
    """Two equal jobs and a third one have a budget each."""
    dead = [f"retry p 1 {FAILED}", "dead p 2 wait budget none"]
    events = [*dead, *dead, f"retry c 1 {FAILED}", "acked c 2 applied"]
    return _worked_off(run, {"p": 4, "c": 2}, [1, 1, 1], events)


def enough(run: Observation) -> Iterator[Claim]:
    """A job that needs no more than its budget is acked, whatever its attempts failed of."""
    events = [f"retry a 1 {FAILED}", f"retry a 2 {LOST}", "acked a 3 duplicate", GOOD]
    return _worked_off(run, {"a": 3, "b": 1}, [1, 2], events)


def dead_but_done(run: Observation) -> Iterator[Claim]:
    """A job that its budget ended says whether its effect happened."""
    events = [f"retry a 1 {LOST}", "dead a 2 wait budget applied", GOOD]
    return _worked_off(run, {"a": 2, "b": 1}, [1], events)


def conflict(run: Observation) -> Iterator[Claim]:
    """A key conflict is dead at once, with a budget as without."""
    events = ["acked a 1 applied", "dead a 1 key conflict none", GOOD]
    return _worked_off(run, {"a": 2, "b": 1}, [], events)


def bug(run: Observation) -> Iterator[Claim]:
    """A bug is not retried and reaches the caller, with a budget as without."""
    yield from _worked_off(run, {"bug": 1}, [], ["crashed bug 1 none", "abandoned b"])
    told = "the worker ended on a bug in job 'bug', ValueError"
    yield Claim("join", told, run.observed["joined"])


CHECKS = {
    "no-budget": no_budget,
    "budget-0": budget_0,
    "budget-1": budget_1,
    "budget-2": budget_2,
    "budget-3": budget_3,
    "fraction": fraction,
    "many-attempts": many_attempts,
    "large-budget": large_budget,
    "one-attempt": one_attempt,
    "each-its-own": each_its_own,
    "enough": enough,
    "dead-but-done": dead_but_done,
    "conflict": conflict,
    "bug": bug,
}
