"""The result store: reads that leave, reads that take away, and the faults on the way."""

import pytest

from labs.e09_destructive_read.result_store import Fault, ReplyLost, ResultStore, StoreUnavailable


def test_getdel_reads_and_deletes() -> None:
    """The first reader gets the bytes as they were written, the next one finds nothing."""
    store = ResultStore()
    store.put("r1", b"\x00bytes")

    assert (store.getdel("r1"), store.getdel("r1"), store.holds("r1")) == (
        b"\x00bytes",
        None,
        False,
    )


def test_get_leaves_it() -> None:
    """A plain read changes nothing; a delete does, and twice is harmless."""
    store = ResultStore()
    store.put("r1", b"a")

    assert (store.get("r1"), store.get("r1")) == (b"a", b"a")
    store.delete("r1")
    store.delete("r1")
    assert (store.get("r1"), store.holds("r1")) == (None, False)


def test_keys_are_apart() -> None:
    """Taking one result leaves the others."""
    store = ResultStore()
    store.put("r1", b"a")
    store.put("r2", b"b")

    assert (store.getdel("r1"), store.getdel("r2")) == (b"a", b"b")


def test_an_empty_result_is_a_result() -> None:
    """No bytes at all is something that was read; only an absent key is None."""
    store = ResultStore()
    store.put("r1", b"")

    assert store.getdel("r1") == b""


@pytest.mark.parametrize(
    ("fault", "error", "left"),
    [
        (Fault.REFUSED, StoreUnavailable, True),
        (Fault.REQUEST_LOST, ReplyLost, True),
        (Fault.REPLY_LOST, ReplyLost, False),
    ],
)
def test_faults(fault: Fault, error: type[Exception], left: bool) -> None:
    """Refused and lost on the way there leave the result; a lost reply has already taken it."""
    store = ResultStore([fault])
    store.put("r1", b"a")

    with pytest.raises(error):
        store.getdel("r1")
    assert store.holds("r1") is left


def test_faults_come_in_order_and_end() -> None:
    """The n-th command meets the n-th fault, and commands after the last fault meet none."""
    store = ResultStore([Fault.NONE, Fault.REFUSED])
    store.put("r1", b"a")

    assert store.get("r1") == b"a"
    with pytest.raises(StoreUnavailable):
        store.delete("r1")
    assert store.getdel("r1") == b"a"


@pytest.mark.parametrize("raw", ["text", bytearray(b"a"), None])
def test_only_bytes_are_written(raw: object) -> None:
    """Anything but bytes is refused, and nothing is written."""
    store = ResultStore()

    with pytest.raises(TypeError, match="takes exactly bytes"):
        store.put("r1", raw)  # type: ignore[arg-type]
    assert not store.holds("r1")
