"""The promises of the lab, each with the test of a run that goes with it."""

from collections.abc import Callable

from labs.kit.scenario import Invariant, Observation

Test = Callable[[Observation], bool]


def noted(text: str) -> Test:
    """Tell whether a line of the story contains that text."""
    return lambda run: any(text in line.get("text", "") for line in run.story)


def told(name: str) -> Test:
    """Tell whether the wait ended with an error of that name, or with a Result."""
    return lambda run: bool(run.observed["told"] == name)


def _nothing_made_up(run: Observation) -> bool:
    ends = {name: end for name, (_verdict, end) in run.observed["rows"].items()}
    delivered = [name for name, end in ends.items() if end == "delivered"]
    return delivered == ["done"] and "waits to the cap" not in ends.values()


def _told(run: Observation, case: str) -> str:
    return str(run.observed["told"][case][0])


reason_is_kept = Invariant(
    "a failure that was read ends the wait at once, with its reason",
    lambda run: run.observed["ended_s"] == 0 and "out of memory" in run.observed["status"],
)
nothing_made_up = Invariant(
    "what says done is delivered, and everything else that was read ends the wait", _nothing_made_up
)
nothing_lost = Invariant(
    "a result that was read reaches the record", lambda run: bool(run.observed["writes"] == 1)
)
delivered = Invariant("a result that is there is delivered", told("Result"))
found_in_time = Invariant(
    "a result is found within one interval of 5 s",
    lambda run: run.observed["told"] == "Result" and run.observed["ended_s"] <= 7 + 5,
)
result_wins = Invariant(
    "a result that is there at the last look is returned",
    lambda run: (
        _told(run, "cancelled, result there") == "Result"
        and _told(run, "at the cap, result there") == "Result"
    ),
)
one_gets_it = Invariant(
    "one result goes to one consumer", lambda run: bool(run.observed["told"].count("Result") == 1)
)
doubt_is_told = Invariant(
    "a result that may have been consumed is never reported as a timeout",
    lambda run: (
        run.observed["told"] != "HardCap" and run.observed["without_notice"][0] != "HardCap"
    ),
)
written_once = Invariant(
    "a result is written once, wherever the consumer crashes",
    lambda run: set(run.observed["writes"].values()) == {1},
)
