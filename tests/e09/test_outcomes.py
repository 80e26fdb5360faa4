"""The endings of a wait: what they carry, and what a user gets to see of it."""

import pickle

import pytest

from labs.e09_destructive_read.outcomes import (
    RAW_MAX,
    Cancelled,
    GoneAfterRead,
    HardCap,
    OutcomeUnknown,
    ProtocolError,
    StepError,
    WaitEnded,
)

ENDINGS = [
    StepError("render", "gpu-7", "out of memory"),
    ProtocolError("render", "gpu-7", "invalid_json", b"\xff secret"),
    GoneAfterRead("render", "gpu-7"),
    OutcomeUnknown("render", "gpu-7"),
    Cancelled("render", "gpu-7"),
    HardCap("render", "gpu-7", 25_200, "no result yet"),
]


@pytest.mark.parametrize("ending", ENDINGS, ids=lambda ending: type(ending).__name__)
def test_each_says_where_and_why(ending: WaitEnded) -> None:
    """Every ending names step, server and reason, in one line."""
    assert str(ending) == f"render on gpu-7: {ending.reason}"
    assert ending.reason


@pytest.mark.parametrize("ending", ENDINGS, ids=lambda ending: type(ending).__name__)
def test_each_can_be_sent(ending: WaitEnded) -> None:
    """An ending keeps all that it carries on its way to another process."""
    again = pickle.loads(pickle.dumps(ending))

    assert (type(again), str(again), vars(again)) == (type(ending), str(ending), vars(ending))


def test_raw_is_kept_and_hidden() -> None:
    """What could not be read is there for the log, and in no text that a user may see."""
    error = ProtocolError("render", "gpu-7", "invalid_json", b"p4ss" * RAW_MAX)

    assert len(error.raw) == RAW_MAX
    assert "p4ss" not in f"{error} {error!r} {error.args} {error.reason}"


def test_a_cap_names_what_it_met() -> None:
    """A timeout says how long it took and what the last look met."""
    ending = HardCap("render", "gpu-7", 25_200, "the store refused the connection")

    assert (
        ending.reason == "timeout after 25200 s, at the last look: the store refused the connection"
    )
