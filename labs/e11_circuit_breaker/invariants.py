"""The promises of the lab, each with the test of a run that goes with it."""

from collections.abc import Callable

from labs.kit.scenario import Invariant, Observation

Test = Callable[[Observation], bool]


def asked(job: str, outcome: str) -> Test:
    """Tell whether the endpoint was asked for that job, and the call ended so."""
    wanted = {"event": "asked", "key": job, "reason": outcome}
    return lambda run: wanted in run.events


def noted(text: str) -> Test:
    """Tell whether a line in the caller's or the breaker's lane contains that text."""
    return lambda run: any(text in line.get("text", "") for line in run.story)


def _last_is(answer: str) -> Test:
    return lambda run: bool(run.observed["told"][-1] == answer)


answers_are_health = Invariant(
    "jobs that fail do not take a healthy endpoint away from other jobs", _last_is("result")
)
ill_node_is_out = Invariant(
    "a node that answers what nobody can read is left alone",
    _last_is("refused"),
)
failures_add_up = Invariant(
    "only a result ends a streak of failures", lambda run: bool(run.observed["state"] == "open")
)
answer_closes = Invariant("a probe that was answered brings the endpoint back", _last_is("result"))
only_the_probe_decides = Invariant(
    "a half-open breaker listens to its probe alone",
    lambda run: set(run.observed["states"]) == {"half-open"},
)
cancel_proves_nothing = Invariant(
    "our own cancel neither opens nor closes the breaker",
    lambda run: bool(run.observed["after_cancel"] == "half-open"),
)
one_at_a_time = Invariant(
    "half-open lets one probe through at a time",
    lambda run: bool(run.observed["told"].count("let through") <= 1),
)
slot_comes_back = Invariant(
    "whatever a probe raises, there will be another probe", _last_is("result")
)
dead_hold_nothing = Invariant("a slot does not die with its owner", _last_is("result"))
