"""The promises of the lab, each with the test of a run that goes with it."""

from collections.abc import Callable

from labs.kit.scenario import Invariant, Json, Observation

Test = Callable[[Observation], bool]


def noted(text: str) -> Test:
    """Tell whether a line in any lane of notes contains that text."""
    return lambda run: any(text in line.get("text", "") for line in run.story)


def _every_row(fits: Callable[[Json], bool]) -> Test:
    return lambda run: all(map(fits, run.observed["rows"].values()))


def _limit_is_met(run: Observation) -> bool:
    counts = {name: row for name, row in run.observed["rows"].items() if row != "refused"}
    return all(row == list(range(1, int(name.split()[1][0]) + 1)) for name, row in counts.items())


def _reason_is_kept(run: Observation) -> bool:
    rows = [run.observed["explicit"], run.observed["unreadable"]]
    return all("timeout" not in row["told"] and len(row["asked"]) == 2 for row in rows)


one_retry = Invariant(
    "a job that always fails is tried twice, and no more",
    _every_row(lambda row: bool(row["attempts"] == 2 and row["ended"] == "failed")),
)
own_budget = Invariant(
    "each job gets its own two attempts", lambda run: set(run.observed["attempts"].values()) == {2}
)
own_step = Invariant(
    "a step is given up for its own failures alone",
    lambda run: bool(run.observed["ended"] == "done"),
)
counters_end = Invariant(
    "a new failure is not given up for one of long ago",
    lambda run: set(run.observed["ends"]) == {"done"} and run.observed["left_behind"][-1] == 1,
)
limit_is_met = Invariant(
    "a budget that was built counts up to its limit, whatever an attempt takes", _limit_is_met
)
stays_failed = Invariant(
    "a job that has failed stays failed", lambda run: bool(run.observed["after_failed"] == [])
)
elsewhere = Invariant(
    "a job is not tried twice on a node that failed it while there is another",
    lambda run: len(set(run.observed["asked"])) == len(run.observed["asked"]),
)
final_is_final = Invariant(
    "what the producer calls final is tried once",
    lambda run: bool(run.observed["rows"]["false"][0] == 1),
)
reason_is_kept = Invariant(
    "a failed job gets its retry, and the user gets the producer's reason", _reason_is_kept
)
