"""Scenarios: what a run leaves behind, which arguments drive it, and how a figure is compared."""

import pytest

from labs.kit.history import History
from labs.kit.scenario import Claim, Drive, Expected, Invariant, Observation, brief

SAME = [
    None,
    True,
    0,
    1,
    1.5,
    "",
    "a",
    [],
    [1, [2, "x"], {"a": None}],
    {},
    {"a": 1, "b": [True]},
]


@pytest.mark.parametrize("value", SAME)
def test_equal_values_hold(value) -> None:
    """A value of each JSON type is the same as itself."""
    assert Claim("figure", value, value).held


@pytest.mark.parametrize(
    ("expected", "observed"),
    [
        (1, True),
        (0, False),
        (1, 1.0),
        (0, None),
        (None, False),
        ("1", 1),
        ([], None),
        ([1], [True]),
        ([1, 2], [2, 1]),
        ([1], [1, 1]),
        ([1], (1,)),
        ({"a": 1}, {"a": True}),
        ({"a": 1}, {"a": 1, "b": 2}),
        ({"a": 1}, {"b": 1}),
        ({"a": [0]}, {"a": [False]}),
        ({}, []),
    ],
)
def test_types_are_compared_too(expected, observed) -> None:
    """What only looks equal is refused, at any depth and in both directions."""
    assert not Claim("figure", expected, observed).held
    assert not Claim("figure", observed, expected).held


def test_the_order_of_fields_is_no_difference() -> None:
    """Two objects with the same fields are the same, in whatever order they were written."""
    assert Claim("figure", {"a": 1, "b": 2}, {"b": 2, "a": 1}).held


def one_run(**arguments) -> Observation:
    """A run shows its arguments."""
    return Observation(arguments)


def test_drive_chooses_the_side() -> None:
    """The protected arguments drive the protected run, the control's the control."""
    drive = Drive(one_run, {"store": "safe"}, {"store": "split"})

    assert drive.run("protected", free=True).observed == {"store": "safe"}
    assert drive.run("control", free=True).observed == {"store": "split"}


def test_pins_are_for_the_control_on_free_threads() -> None:
    """The pinned arguments drive the control on free threads, and nothing else."""
    drive = Drive(one_run, {"pin": 0}, {"pin": 0}, pinned={"pin": 1})
    runs = {
        (side, free): drive.run(side, free=free).observed["pin"]
        for side in ("protected", "control")
        for free in (True, False)
    }

    assert runs == {
        ("protected", True): 0,
        ("protected", False): 0,
        ("control", True): 1,
        ("control", False): 0,
    }


def test_an_unknown_side_is_an_error() -> None:
    """A side that does not exist is refused and nothing is run."""
    with pytest.raises(KeyError, match="both"):
        Drive(one_run, {}, {}).run("both", free=True)


def test_the_docstring_is_the_claim() -> None:
    """The claim of a scenario is its docstring."""
    assert Drive(one_run, {}, {}).claim == "A run shows its arguments."


def kept_history() -> History:
    """Record one job that was retried and acked, with a note between."""
    history = History()
    history.record("retry", "a", 1, "acknowledgement lost")
    history.note("store", "a: known")
    history.record("acked", "a", 2, effect="duplicate")
    history.record("closed")
    return history


def test_observation_takes_events_and_story() -> None:
    """An observation has the events alone, and all of them in lanes with the notes between."""
    run = Observation.of(kept_history(), total=7)

    assert run.observed == {"total": 7}
    assert [event["event"] for event in run.events] == ["retry", "acked", "closed"]
    assert run.story == [
        {
            "lane": "worker",
            "event": "retry",
            "key": "a",
            "attempt": 1,
            "reason": "acknowledgement lost",
        },
        {"lane": "store", "text": "a: known"},
        {"lane": "worker", "event": "acked", "key": "a", "attempt": 2, "effect": "duplicate"},
        {"lane": "worker", "event": "closed"},
    ]


def test_brief_leaves_closed_out() -> None:
    """Events in brief name the event, the key and the effect, and leave `closed` out."""
    run = Observation.of(kept_history())

    assert brief(run.events) == ["retry a", "acked a duplicate"]


def expected(**figures) -> Expected:
    """Expect these figures of the protected run."""
    return Expected(Invariant("anything goes", lambda _run: True), lambda _run: True, figures, {})


def claims(wanted: Expected, run: Observation) -> list[tuple[str, bool]]:
    """Name each figure with whether it held."""
    return [(claim.name, claim.held) for claim in wanted.figures(wanted.protected, run)]


def test_each_figure_is_a_claim() -> None:
    """Every expected figure is compared, and one that differs does not hold."""
    run = Observation.of(kept_history(), total=7, writes=2)
    wanted = expected(total=7, writes=1, events=["retry a", "acked a duplicate"])

    assert claims(wanted, run) == [("total", True), ("writes", False), ("events", True)]


def test_a_figure_that_is_missing_does_not_hold() -> None:
    """A figure that the run never gave does not hold, even where None was expected."""
    assert claims(expected(raised=None), Observation({})) == [("raised", False)]
    assert claims(expected(raised=None), Observation({"raised": None})) == [("raised", True)]
