"""Telling not ready, transient and terminal apart, whatever an error is wrapped in."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from labs.e09_destructive_read.classify import classify, find_cause, may_wait
from labs.e09_destructive_read.outcomes import (
    Cancelled,
    GoneAfterRead,
    HardCap,
    Look,
    NotReady,
    OutcomeUnknown,
    ProtocolError,
    StepError,
)
from labs.e09_destructive_read.result_store import ReplyLost, StoreUnavailable

STEP_ERROR = StepError("render", "gpu-7", "out of memory")


class Loading(StoreUnavailable):
    """A subclass of an error that may be waited on."""


class OutOfMemory(StepError):
    """A subclass of an ending."""


def caused(error: BaseException, cause: BaseException) -> BaseException:
    """The error, as `raise error from cause` leaves it."""
    error.__cause__ = cause
    return error


def while_handling(error: BaseException, context: BaseException) -> BaseException:
    """The error, as raised without a `from` while another one was being handled."""
    error.__context__ = context
    return error


@pytest.mark.parametrize(
    ("error", "look"),
    [
        (NotReady(), Look.NOT_READY),
        (StoreUnavailable(), Look.TRANSIENT),
        (ReplyLost(), Look.TRANSIENT),
        (Loading(), Look.TRANSIENT),
        (ExceptionGroup("both", [NotReady(), StoreUnavailable()]), Look.TRANSIENT),
        (ExceptionGroup("both", [NotReady(), ExceptionGroup("in", [NotReady()])]), Look.NOT_READY),
    ],
    ids=repr,
)
def test_what_may_be_waited_on(error: Exception, look: Look) -> None:
    """An absent key, an unavailable store and a lost reply may be waited on, and groups of nothing else."""
    assert (classify(error), may_wait(error)) == (look, True)


@pytest.mark.parametrize(
    "error",
    [
        STEP_ERROR,
        OutOfMemory("render", "gpu-7", "out of memory"),
        ProtocolError("render", "gpu-7", "invalid_json"),
        GoneAfterRead("render", "gpu-7"),
        OutcomeUnknown("render", "gpu-7"),
        HardCap("render", "gpu-7", 5, "no result yet"),
        Cancelled("render", "gpu-7"),
        RecursionError(),
        MemoryError(),
        KeyError("status"),
        TimeoutError(),
        ConnectionError(),
        Exception(),
        KeyboardInterrupt(),
    ],
    ids=repr,
)
def test_every_other_error_ends_the_wait(error: BaseException) -> None:
    """What is not on the list is terminal: explicit failures, bugs, and errors that nobody thought of."""
    assert (classify(error), may_wait(error)) == (Look.TERMINAL, False)


@pytest.mark.parametrize(
    ("error", "waits"),
    [
        (caused(RuntimeError(), STEP_ERROR), False),
        (caused(StoreUnavailable(), STEP_ERROR), False),
        (caused(StoreUnavailable(), OSError()), True),
        (caused(RuntimeError(), StoreUnavailable()), False),
        (while_handling(StoreUnavailable(), STEP_ERROR), True),
        (ExceptionGroup("g", [StoreUnavailable(), STEP_ERROR]), False),
        (ExceptionGroup("g", [StoreUnavailable(), ValueError()]), False),
        (ExceptionGroup("g", [caused(StoreUnavailable(), STEP_ERROR)]), False),
        (caused(StoreUnavailable(), ExceptionGroup("g", [STEP_ERROR])), False),
        (BaseExceptionGroup("g", [NotReady(), KeyboardInterrupt()]), False),
    ],
    ids=[
        "wrapped ending",
        "ending as the cause of an unavailable store",
        "refused connection as the cause of an unavailable store",
        "wrapper that is not on the list",
        "ending of another job, being handled at the time",
        "ending in a group",
        "bug in a group",
        "ending as a member's cause",
        "ending in a group that is the cause",
        "interrupt in a group",
    ],
)
def test_wrapping(error: BaseException, waits: bool) -> None:
    """Explicit causes and members count; what was being handled at the time does not."""
    assert may_wait(error) is waits


@pytest.mark.parametrize(
    "error",
    [
        STEP_ERROR,
        caused(RuntimeError(), caused(KeyError(), STEP_ERROR)),
        ExceptionGroup("g", [ValueError(), ExceptionGroup("in", [STEP_ERROR])]),
        ExceptionGroup("g", [ValueError(), caused(StoreUnavailable(), STEP_ERROR)]),
    ],
    ids=["itself", "chain", "nested groups", "cause of a member"],
)
def test_the_reason_is_found(error: BaseException) -> None:
    """The very error that was raised first is found, however it was wrapped."""
    assert find_cause(error, StepError) is STEP_ERROR


def test_a_subclass_is_found() -> None:
    """A subclass counts, of either of several kinds, and the first one in order is the one."""
    first, second = OutOfMemory("a", "b", "c"), ProtocolError("a", "b", "c")
    group = ExceptionGroup("g", [first, second])

    assert find_cause(group, StepError) is first
    assert find_cause(group, (ProtocolError, StepError)) is first
    assert find_cause(group, ProtocolError) is second


def test_context_is_not_followed() -> None:
    """An error met while another job's failure is handled has no part in that failure."""
    assert find_cause(while_handling(StoreUnavailable(), STEP_ERROR), StepError) is None


def test_a_cycle_ends() -> None:
    """Two errors that name each other as cause are looked at once each."""
    one, two = RuntimeError("one"), RuntimeError("two")
    one.__cause__, two.__cause__ = two, one

    assert (find_cause(one, StepError), may_wait(one)) == (None, False)


def test_depth_is_no_limit() -> None:
    """A chain of 50,000 causes and 5,000 groups in each other are walked without recursion."""
    chain: BaseException = STEP_ERROR
    for _ in range(50_000):
        chain = caused(RuntimeError(), chain)
    nested: Exception = NotReady()
    for _ in range(5_000):
        nested = ExceptionGroup("g", [nested])

    assert find_cause(chain, StepError) is STEP_ERROR
    assert classify(nested) is Look.NOT_READY
    while chain.__cause__ is not None:  # taken apart step by step: freeing it at once would recurse
        chain.__cause__, chain = None, chain.__cause__


def test_shared_members_are_looked_at_once() -> None:
    """Groups that hold one group twice, 60 deep, do not take two to the power of 60 looks."""
    group: Exception = NotReady()
    for _ in range(60):
        group = ExceptionGroup("g", [group, group])

    assert classify(group) is Look.NOT_READY


WAITABLE = st.builds(lambda kind: kind(), st.sampled_from([NotReady, StoreUnavailable, ReplyLost]))
FINAL = st.builds(lambda: StepError("render", "gpu-7", "no"))
OTHER = st.builds(lambda kind: kind(), st.sampled_from([ValueError, RuntimeError, OSError]))
ERRORS = st.recursive(
    WAITABLE | FINAL | OTHER,
    lambda inner: (
        st.builds(caused, WAITABLE | OTHER, inner)
        | st.builds(while_handling, WAITABLE | OTHER, inner)
        | st.builds(
            lambda members: ExceptionGroup("g", members), st.lists(inner, min_size=1, max_size=3)
        )
    ),
    max_leaves=8,
)


def ends_inside(error: BaseException | None) -> bool:
    """Whether an ending stands in the error, by the words of the rule."""
    if error is None:
        return False
    members = error.exceptions if isinstance(error, BaseExceptionGroup) else ()
    return isinstance(error, StepError) or any(map(ends_inside, (error.__cause__, *members)))


def all_listed(error: BaseException) -> bool:
    """Whether the error is on the list, or a group of such."""
    if isinstance(error, BaseExceptionGroup):
        return all(map(all_listed, error.exceptions))
    return isinstance(error, (NotReady, StoreUnavailable, ReplyLost))


@given(ERRORS)
@settings(derandomize=True, max_examples=300, deadline=None)
def test_any_wrapping(error: BaseException) -> None:
    """Whatever the wrapping, it may be waited on if and only if all of it is listed and no ending stands inside."""
    assert may_wait(error) is (all_listed(error) and not ends_inside(error))
    assert (find_cause(error, StepError) is not None) is ends_inside(error)
