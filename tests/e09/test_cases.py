"""Faults that others reported, re-enacted on this lab's parts: each wrong way first, then the right one.

Where a report and the lab's contract differ, the contract decides; the test says how.
"""

import re
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from labs.e09_destructive_read.cancel_token import CancelToken
from labs.e09_destructive_read.controls import (
    absent_only,
    any_error_means_not_yet,
    lost_reply_as_unavailable,
    naive_decode,
)
from labs.e09_destructive_read.decode import decode
from labs.e09_destructive_read.fetch import Decode, fetch
from labs.e09_destructive_read.outcomes import NotReady, Result
from labs.e09_destructive_read.payloads import PAYLOADS
from labs.e09_destructive_read.result_store import Fault, ResultStore, StoreUnavailable
from labs.e09_destructive_read.sanitize import sanitize
from labs.e09_destructive_read.trial import KEY, Trial, unchanged
from labs.e09_destructive_read.wait import wait_for_result

TEN_POLLS_S = 45
DONE, EMPTY, MALFORMED = PAYLOADS["done"], None, b'{"status": "do'
REFUSED = StoreUnavailable("connection refused")


# C35, https://github.com/ConesaLab/paintomics4/issues/155: the only copy of a result went with a lost reply.


def lost_reply(around: Callable[..., Any], lost_notice: bool) -> tuple[str, int]:
    """A destructive read whose reply is lost, and ten polls at most: what is told, after how many polls."""
    trial = Trial(ResultStore([Fault.REPLY_LOST]))
    trial.produce(0, DONE, lost_notice)
    trial.run(around=around, cap_s=TEN_POLLS_S)
    return trial.told, trial.observe().observed["looks"]


def test_c35_wrong() -> None:
    """Wrong: the empty second poll counts as not ready; ten polls, and a timeout."""
    assert lost_reply(lost_reply_as_unavailable, lost_notice=True) == ("HardCap", 10)


def test_c35_right_if_destructive() -> None:
    """Right: the outcome is unknown, at the second poll where a notice came, and else at the cap; never a timeout."""
    assert lost_reply(unchanged, lost_notice=False) == ("OutcomeUnknown", 2)
    assert lost_reply(unchanged, lost_notice=True) == ("OutcomeUnknown", 10)


def test_c35_right_in_two_phases() -> None:
    """Right: a read that leaves the result is done again; two polls, the result, one delete."""
    store, polls, trial = ResultStore([Fault.REPLY_LOST]), [], Trial()
    store.put(KEY, DONE)

    def read() -> bytes | None:
        polls.append(None)
        return store.get(KEY)

    result = wait_for_result(
        partial(fetch, read, decode, "render", "gpu-7"),
        trial.timeline.wait,
        trial.timeline.now,
        token=CancelToken(),
        step="render",
        server="gpu-7",
    )
    store.delete(KEY)

    assert (result.content["status"], len(polls), store.holds(KEY)) == ("done", 2, False)


def polled(
    *replies: bytes | Exception | None,
    decode: Decode = decode,
    cap_s: float = TEN_POLLS_S,
    **options: Any,
) -> tuple[str, int, Trial]:
    """Poll a source that gives these replies and then is empty: what is told, after how many polls."""
    trial, left = Trial(), list(replies)
    polls = []

    def read() -> bytes | None:
        polls.append(None)
        reply = left.pop(0) if left else EMPTY
        if isinstance(reply, Exception):
            raise reply
        return reply

    def around(_fetch: Callable[[], Result]) -> Callable[[], Result]:
        return partial(fetch, read, decode, "render", "gpu-7")

    trial.run(around=around, cap_s=cap_s, **options)
    return trial.told, len(polls), trial


# C38, https://github.com/Scottcjn/bottube/issues/2211: one except clause made "pending" of every error.


def test_c38_wrong() -> None:
    """Wrong: empty, transport error and malformed reply are all "not yet"; ten polls, and a timeout."""
    told = polled(EMPTY, REFUSED, MALFORMED, may_wait=any_error_means_not_yet)

    assert told[:2] == ("HardCap", 10)


def test_c38_right() -> None:
    """Right: the malformed reply ends it at poll 3; four empty ones before a result are only waited for."""
    told, polls, trial = polled(EMPTY, REFUSED, MALFORMED)
    assert (told, polls, trial.status) == ("ProtocolError", 3, "failed: invalid_json")
    assert polled(EMPTY, EMPTY, EMPTY, EMPTY, DONE)[:2] == ("Result", 5)


def test_c38_transport_errors_alone() -> None:
    """The report bounds transport errors by a budget of their own; here the cap bounds them, and names them."""
    told, polls, trial = polled(*[REFUSED] * 5, cap_s=20)

    assert (told, polls) == ("HardCap", 5)
    assert trial.status == "failed: timeout after 20 s, at the last look: connection refused"


# C39, https://github.com/iqm-finland/QDMI-on-IQM/issues/187: one failed request made a healthy job a failed one.


def test_c39_wrong() -> None:
    """Wrong: the second check fails, and with it the job; the third is never asked."""
    told, polls, trial = polled(EMPTY, REFUSED, DONE, may_wait=absent_only)

    assert (told, polls, trial.status) == ("StoreUnavailable", 2, "failed: StoreUnavailable")


def test_c39_right() -> None:
    """Right: the second check changes nothing, and the third finds the result."""
    told, polls, trial = polled(EMPTY, REFUSED, DONE)

    assert (told, polls, trial.status) == ("Result", 3, "done")


# C40, https://github.com/celery/celery/issues/179: whatever was not "pending" was taken for the result.


def test_c40_wrong() -> None:
    """Wrong: a job that has merely begun is delivered at poll 2, and so is a status that nobody knows."""
    for status in (b"STARTED", b"WARPED"):
        reply = b'{"status": "' + status + b'"}'
        assert polled(EMPTY, reply, decode=naive_decode)[:2] == ("Result", 2)


def test_c40_right() -> None:
    """Right: the result comes at poll 3, and an unknown status ends the wait at poll 2."""
    # the report has a list of words to wait on as well; here a job that is not finished has left no key at all
    told, polls, trial = polled(EMPTY, EMPTY, b'{"status": "done", "content": 5}')
    assert (told, polls) == ("Result", 3)
    assert trial.result == Result({"status": "done", "content": 5})

    told, polls, trial = polled(EMPTY, b'{"status": "WARPED"}')
    assert (told, polls) == ("ProtocolError", 2)
    assert trial.status == "failed: unknown_status:WARPED"


# C45, https://github.com/eXPerience83/pollenlevels/issues/366: a cut before the redaction left half a key.

KEY_URL = "https://h/?k=s3cr3tX"


def cut_then_redact(text: str, limit: int) -> str:
    """Wrong: the whole key is looked for in what the cut has left."""
    return re.sub(re.escape(KEY_URL), "[url]", text[:limit])


def test_c45_wrong() -> None:
    """Wrong: at offset 288 the first 12 characters of the key stay."""
    kept = cut_then_redact("x" * 287 + " " + KEY_URL + " tail", 300)

    assert (kept[-12:], len(kept)) == (KEY_URL[:12], 300)


@pytest.mark.parametrize("offset", range(270, 311))
def test_c45_right(offset: int) -> None:
    """Right: wherever the key stands, no four characters of its beginning are left, and the limit holds."""
    kept = sanitize("x" * (offset - 1) + " " + KEY_URL + " tail", 300)

    assert (KEY_URL[:4] in kept, len(kept) <= 300) == (False, True)


# C46, https://github.com/geolens-io/geolens/issues/1577: a line feed that became a space split a URL.

LEFT_OVER = "ter2@h.example/v1?k=s3cr3t"


def spaced(text: str) -> str:
    """Put a space for each control character."""
    return re.sub(r"[\x00-\x1f]", " ", text)


def redacted(text: str) -> str:
    """Redact a scheme and what follows it to the next space of any kind."""
    return re.sub(r"[a-z]+://\S+", "[url]", text)


def fetch_failed(char: str) -> str:
    """An error text with that character in the midst of a password in a URL."""
    return f"fetch https://u:hun{char}{LEFT_OVER} failed"


def test_c46_wrong() -> None:
    """Wrong: spaces first or redaction first, either way the second half of the URL stays."""
    assert LEFT_OVER in redacted(spaced(fetch_failed("\n")))
    assert LEFT_OVER in spaced(redacted(fetch_failed("\n")))


@pytest.mark.parametrize("char", "\n\t\x00\u200b\u202e\u2028\x85", ids=ascii)
def test_c46_right(char: str) -> None:
    """Right: deleted, the character parts nothing, and the URL is redacted whole."""
    assert sanitize(fetch_failed(char), 300) == "fetch [url] failed"


# C48, https://github.com/UKGovernmentBEIS/inspect_ai/issues/4658: a cut by bytes parted a character.


def test_c48_wrong() -> None:
    """Wrong: cut by bytes and then repaired, the text is longer than the limit; read strictly, it raises."""
    cut = "abc€".encode()[:5]

    assert len(cut.decode("utf-8", "replace").encode()) == 6
    with pytest.raises(UnicodeDecodeError):
        cut.decode("utf-8")


def test_c48_right() -> None:
    """Right: repaired first and cut between characters; the lab's limit counts characters, and holds."""
    assert sanitize("abc€".encode(), 5) == "abc€"
    assert sanitize("abc€".encode(), 3) == "abc"
    assert sanitize("abc€".encode()[:5], 5) == "abc\ufffd"
    assert sanitize(b"\x82gzip", 5) == "\ufffdgzip"


def test_an_empty_source_is_not_ready() -> None:
    """The re-enactments' empty reply is the lab's absent key."""
    with pytest.raises(NotReady):
        fetch(lambda: EMPTY, decode, "render", "gpu-7")
