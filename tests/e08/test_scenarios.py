"""Every scenario on free threads: the protected run keeps its promise, and its control breaks it."""

import json
import tomllib
from dataclasses import replace

import pytest

from labs.e08_retries.claims import EXPECTED
from labs.e08_retries.scenarios import DRIVES
from labs.kit.manifest import LABS, agree, read
from labs.kit.scenario import Observation
from labs.runner.judge import Explored, Plan, Seen, judge

MANIFEST = LABS / "e08_retries" / "lab.toml"
RACES = ("same-key-race", "drain", "closed-door")  # their controls are races, so they are pinned
each_scenario = pytest.mark.parametrize("name", list(DRIVES))


def run(name: str, side: str) -> Observation:
    """Run one side on free threads, from fresh state."""
    return DRIVES[name].run(side, free=True)


def explored(outcome: Observation) -> Explored:
    """Take one run for all that a side can do."""
    return Explored([Seen(outcome, None)], 1, True)


def verdict(name: str, protected: Observation, control: Observation) -> tuple[str, str]:
    """Judge a scenario by these two runs: the verdict and its reason."""
    plan = Plan("E08", name, DRIVES[name].claim, EXPECTED[name], races=name in RACES)
    result = judge(plan, explored(protected), explored(control))
    return result.verdict, result.reason


def wrong(name: str, side: str, outcome: Observation) -> list[str]:
    """Name the figures of that side that the run does not show."""
    figures = EXPECTED[name].figures(getattr(EXPECTED[name], side), outcome)
    return [f"{claim.name}: {claim.observed}" for claim in figures if not claim.held]


def test_manifest_drives_and_claims_agree() -> None:
    """The manifest, the drives and the figures name the same sixteen scenarios, in the lesson's order."""
    lab = read(MANIFEST)
    agree(lab, DRIVES, "scenarios")
    agree(lab, EXPECTED, "claims.py")

    assert lab.scenarios == list(DRIVES) == list(EXPECTED)
    assert len(DRIVES) == 16


@each_scenario
def test_the_protected_run_holds(name: str) -> None:
    """The fault strikes, the promise is kept, and every figure is met, type and all."""
    outcome = run(name, "protected")

    assert EXPECTED[name].struck(outcome)
    assert EXPECTED[name].invariant.holds(outcome)
    assert wrong(name, "protected", outcome) == []


@each_scenario
def test_the_control_breaks(name: str) -> None:
    """With one protection taken out the fault strikes too, the promise is broken, and it shows what it must."""
    outcome = run(name, "control")

    assert EXPECTED[name].struck(outcome)
    assert not EXPECTED[name].invariant.holds(outcome)
    assert wrong(name, "control", outcome) == []


@each_scenario
def test_both_runs_make_a_pass(name: str) -> None:
    """The judge gives PASS to the protected run beside its control."""
    assert verdict(name, run(name, "protected"), run(name, "control")) == ("PASS", "")


@each_scenario
def test_a_control_that_is_protected_is_toothless(name: str) -> None:
    """A control with the protected arguments keeps the promise, and the judge calls it toothless: no PASS."""
    drive = replace(DRIVES[name], control=DRIVES[name].protected, pinned=None)
    outcome = drive.run("control", free=True)

    assert EXPECTED[name].invariant.holds(outcome)
    told, reason = verdict(name, run(name, "protected"), outcome)
    assert (told, reason.split(":")[0]) == ("INCOMPLETE", "toothless")


@each_scenario
def test_the_control_is_no_protected_run(name: str) -> None:
    """The control in the place of the protected run is a FAIL: the figures do not fit both."""
    outcome = run(name, "control")

    assert verdict(name, outcome, outcome)[0] == "FAIL"


@each_scenario
def test_a_fault_that_did_not_strike_is_vacuous(name: str) -> None:
    """A run in which nothing happened does not count as struck, whatever its figures say."""
    figures = run(name, "protected").observed | {"told": [], "attempts": {"a": 0}}

    assert not EXPECTED[name].struck(Observation(figures))


@each_scenario
def test_each_run_starts_fresh(name: str) -> None:
    """Two runs of a side see the same: nothing is left over from the first."""
    for side in ("protected", "control"):
        one, two = (run(name, side) for _ in range(2))
        if (name, side) == ("closed-door", "protected"):
            continue  # b races the close: both answers are right, and the explorer sees each

        assert one.observed == two.observed
        assert sorted(map(str, one.events)) == sorted(map(str, two.events))


@each_scenario
def test_closed_is_the_workers_last_event(name: str) -> None:
    """A worker that was replaced has closed before, and nothing comes after the last `closed`."""
    for side in ("protected", "control"):
        events = [event["event"] for event in run(name, side).events]

        assert not events or events[-1] == "closed"


@each_scenario
def test_an_outcome_is_json(name: str) -> None:
    """What a run leaves behind goes through JSON unchanged, so that the judge sees what the child saw."""
    for side in ("protected", "control"):
        outcome = run(name, side)
        seen = {"observed": outcome.observed, "events": outcome.events, "story": outcome.story}

        assert json.loads(json.dumps(seen)) == seen


@each_scenario
def test_protected_runs_account_for_every_job(name: str) -> None:
    """In every protected run each submission ends exactly once, and no key is written twice."""
    observed = run(name, "protected").observed
    if "accounting" not in observed:  # same-key-race has no worker
        return
    account = dict(observed["accounting"])

    assert account.pop("submitted") == sum(account.values())
    assert set(observed["writes_by_key"].values()) <= {1}


def test_only_races_are_pinned() -> None:
    """The controls that are races, and no others, have a forced order for free threads."""
    assert tuple(name for name, drive in DRIVES.items() if drive.pinned) == RACES


def test_the_lab_says_what_it_does_not_prove() -> None:
    """The manifest has the contract's eight lines on what is not shown."""
    assert len(tomllib.loads(MANIFEST.read_text(encoding="utf-8"))["not_proved"]) == 8


CONTRACT = {  # the exact outcomes, word for word from the contract of the lab
    "lost-ack": (
        {"total": 7, "writes": 1, "waits": [1], "events": ["retry a", "acked a duplicate"]},
        {"total": 14, "writes": 2},
    ),
    "queue": (
        {"total": 10, "writes": 2, "seen": ["a", "b"], "waits": [1, 1, 2]},
        {"total": 24, "writes": 4},
    ),
    "fail-before": ({"total": 7, "writes": 1, "waits": [1]}, {"total": 0}),
    "poison": (
        {"waits": [1, 2], "total": 3, "writes": 1, "writes_by_key": {"b": 1}},
        {"attempts": {"poison": 10}, "waits": [1, 2, 4, 8, 16, 32, 64, 128, 256]},
    ),
    "dead-but-done": ({"total": 7, "writes": 1}, {"total": 14, "writes": 2}),
    "key-conflict": ({"total": 10, "writes": 1, "waits": []}, {}),
    "key-drift": ({"total": 7, "writes": 1}, {"total": 14, "writes": 2}),
    "same-key-race": ({"writes": 1, "told": ["applied", "duplicate"]}, {"writes": 2}),
    "unknown-error": (
        {"attempts": {"a": 1}, "waits": [], "raised": "ValueError", "door": "shut"},
        {},
    ),
    "cancel-checkpoint": ({"writes": 0, "entered": 1}, {"writes": 1}),
    "late-cancel": ({"total": 4, "events": ["acked a applied"]}, {"total": 4}),
    "cancelled-but-done": ({"total": 7, "writes": 1}, {"total": 14}),
    "cancel-in-the-gap": ({"total": 7, "events": ["acked a applied"]}, {}),
    "drain": ({"events": ["acked a applied", "acked b applied"]}, {}),
    "no-drain": ({"writes": 1}, {}),
    "closed-door": ({"late": "Closed", "none": "TypeError"}, {}),
}


@each_scenario
def test_the_figures_are_the_contracts(name: str) -> None:
    """What claims.py expects is what the contract of the lab says, so that neither can drift alone."""
    protected, control = CONTRACT[name]

    assert EXPECTED[name].protected == {**EXPECTED[name].protected, **protected}
    assert EXPECTED[name].control == {**EXPECTED[name].control, **control}


def test_claims_have_no_figure_to_spare() -> None:
    """Every expected figure is one that the runs give: none is a slip of the pen that can never be met."""
    for name, expected in EXPECTED.items():
        for side in ("protected", "control"):
            given = run(name, side).observed.keys() | {"events"}

            assert getattr(expected, side).keys() <= given
