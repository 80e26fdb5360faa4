"""One look: what fails before the read may be waited on, what fails after it never."""

import pytest

from labs.e09_destructive_read.classify import may_wait
from labs.e09_destructive_read.decode import decode
from labs.e09_destructive_read.fetch import fetch
from labs.e09_destructive_read.outcomes import (
    GoneAfterRead,
    NotReady,
    ProtocolError,
    Result,
    StepError,
)
from labs.e09_destructive_read.result_store import ReplyLost, StoreUnavailable


def failing(error: Exception):  # type: ignore[no-untyped-def]
    """A read or a decoder that raises the error."""

    def fail(*_given: object) -> Result:
        raise error

    return fail


def test_a_result_comes_through() -> None:
    """What was read is decoded, as the step and the server that it was asked for."""
    assert fetch(lambda: b'{"status": "done"}', decode, "render", "gpu-7") == Result(
        {"status": "done"}
    )


def test_absent_is_not_ready() -> None:
    """An absent key is the one thing that is called not ready; no bytes at all are a payload."""
    with pytest.raises(NotReady):
        fetch(lambda: None, decode, "render", "gpu-7")
    with pytest.raises(ProtocolError, match="invalid_json"):
        fetch(lambda: b"", decode, "render", "gpu-7")


@pytest.mark.parametrize("error", [StoreUnavailable("away"), ReplyLost("no reply")], ids=repr)
def test_errors_of_the_read_come_as_they_are(error: Exception) -> None:
    """Before anything was read, an error is not touched, and may be waited on."""
    with pytest.raises(type(error)) as caught:
        fetch(failing(error), decode, "render", "gpu-7")
    assert caught.value is error


@pytest.mark.parametrize(
    "error",
    [
        StoreUnavailable("away"),
        ReplyLost("no reply"),
        NotReady("the schema is not there"),
        ExceptionGroup("both", [StoreUnavailable("away"), NotReady("no schema")]),
    ],
    ids=repr,
)
def test_after_the_read_nothing_is_waited_on(error: Exception) -> None:
    """A decoder that fails with an error of the waiting kind has lost the result, and says so."""
    with pytest.raises(GoneAfterRead) as caught:
        fetch(lambda: b"{}", failing(error), "render", "gpu-7")
    assert caught.value.__cause__ is error
    assert not may_wait(caught.value)


@pytest.mark.parametrize(
    "error", [StepError("a", "b", "c"), RecursionError("deep"), KeyError("bug")], ids=repr
)
def test_other_errors_of_the_decoder_come_as_they_are(error: Exception) -> None:
    """An ending or a bug of the decoder is final already, and is not hidden in another error."""
    with pytest.raises(type(error)) as caught:
        fetch(lambda: b"{}", failing(error), "render", "gpu-7")
    assert caught.value is error
    assert not may_wait(caught.value)
