"""Decoding: what is a result, what is a failure that was told, and the name of everything else."""

import hashlib
import json
import random
import sys

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from labs.e09_destructive_read.decode import (
    DEPTH_MAX,
    DIGITS_MAX,
    MESSAGE_MAX,
    NO_MESSAGE,
    SIZE_MAX,
    STATUS_MAX,
    decode,
)
from labs.e09_destructive_read.outcomes import ProtocolError, Result, StepError
from labs.e09_destructive_read.payloads import PAYLOADS

REASONS = {
    "too_large",
    "invalid_utf8",
    "byte_order_mark",
    "too_deep",
    "invalid_json",
    "duplicate_key",
    "not_a_number",
    "number_too_long",
    "lone_surrogate",
    "not_an_object",
    "missing_status",
    "status_not_string",
}
thorough = settings(derandomize=True, max_examples=250, deadline=None)


def verdict(raw: bytes) -> str:
    """What decoding says, in a word: "done", "error", or the reason of a ProtocolError."""
    try:
        return "done" if decode(raw, "render", "gpu-7").content["status"] == "done" else "?"
    except StepError:
        return "error"
    except ProtocolError as error:
        return error.reason


def done(content: str) -> bytes:
    """A payload that says done, with that piece of JSON as its content."""
    return f'{{"status": "done", "content": {content}}}'.encode()


def nested(levels: int) -> bytes:
    """A payload that says done, with so many levels of lists and objects in all."""
    return done("[" * (levels - 1) + "]" * (levels - 1))


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        (b'{"status": "done"}', "done"),
        (b' \n{"status"\t: "done"}\r\n', "done"),
        (done('"\\ud83d\\ude00"'), "done"),
        (done('"\\\\ud800"'), "done"),
        (done('"NaN [[[ {{{ "'), "done"),
        (done("1e308"), "done"),
        (done("-0.0"), "done"),
        (b'{"status": "error"}', "error"),
        (b'{"STATUS": "done"}', "missing_status"),
        (b'{"status": {}}', "status_not_string"),
        (b'{"status": "done "}', "unknown_status:done "),
        (b'{"status": "PENDING"}', "unknown_status:PENDING"),
        (done('{"a": 1, "a": 1}'), "duplicate_key"),
        (b'{"status": "done", "status": "done"}', "duplicate_key"),
        (b'{"status": "done", "\\u0073tatus": "error"}', "duplicate_key"),
        (done("NaN"), "not_a_number"),
        (done("Infinity"), "not_a_number"),
        (done("-Infinity"), "not_a_number"),
        (done("1e999"), "not_a_number"),
        (done("-1e999"), "not_a_number"),
        (done('"\\ud800"'), "lone_surrogate"),
        (done('{"\\udfff": 1}'), "lone_surrogate"),
        (done('[["\\ud800"]]'), "lone_surrogate"),
        (b"", "invalid_json"),
        (b"   ", "invalid_json"),
        (b"{", "invalid_json"),
        (b'{"status": "done"', "invalid_json"),
        (b'{"status": "done"} {}', "invalid_json"),
        (b"{'status': 'done'}", "invalid_json"),
        (b'{"status": "done",}', "invalid_json"),
        (done('"a\nb"'), "invalid_json"),
        (done("01"), "invalid_json"),
        (done("1."), "invalid_json"),
        (b"\x00" + done("1"), "invalid_json"),
        ('{"status": "done"}'.encode("utf-16"), "invalid_utf8"),
        ('{"status": "done"}'.encode("utf-16-le"), "invalid_json"),
        ('{"status": "done"}'.encode("utf-32-be"), "invalid_json"),
        ('{"status": "done"}'.encode("utf-8-sig"), "byte_order_mark"),
        (done('"\xed\xa0\x80"').decode().encode("latin-1"), "invalid_utf8"),
        (b'"' + b"[" * 1000, "invalid_json"),
        (b"[" * 100_000, "too_deep"),
        (b'{"a":' * 100_000, "too_deep"),
        (b"[" * (DEPTH_MAX + 1), "too_deep"),
    ],
)
def test_named(raw: bytes, expected: str) -> None:
    """Every payload gets the one verdict that the rules give it."""
    assert verdict(raw) == expected


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        (done(f'"{"x" * (SIZE_MAX - 33)}"'), "done"),
        (done(f'"{"x" * (SIZE_MAX - 32)}"'), "too_large"),
        (nested(DEPTH_MAX), "done"),
        (nested(DEPTH_MAX + 1), "too_deep"),
        (done("9" * DIGITS_MAX), "done"),
        (done("9" * (DIGITS_MAX + 1)), "number_too_long"),
        (done("-" + "9" * DIGITS_MAX), "done"),
        (done("-" + "9" * (DIGITS_MAX + 1)), "number_too_long"),
    ],
    ids=[
        "size",
        "size + 1",
        "depth",
        "depth + 1",
        "digits",
        "digits + 1",
        "-digits",
        "-digits + 1",
    ],
)
def test_limits(raw: bytes, expected: str) -> None:
    """What reaches a limit is taken, and one more is not."""
    assert verdict(raw) == expected


def test_the_result_is_the_whole_object() -> None:
    """The content of a result is all that was read, unchanged."""
    raw = b'{"status": "done", "content": {"frames": [1, 2.5, null, "\\u00e9"]}, "node": "gpu-7"}'

    assert decode(raw, "render", "gpu-7") == Result(json.loads(raw))


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ('"out of memory"', "out of memory"),
        ('""', NO_MESSAGE),
        ('"\\n\\u200b"', NO_MESSAGE),
        ("null", NO_MESSAGE),
        ("7", NO_MESSAGE),
        ('["a"]', NO_MESSAGE),
        ('"open\\n/srv/keys/id: https://u:p@h.example/"', "open[path] [url]"),
        ('"' + "x" * 10_000 + '"', "x" * MESSAGE_MAX),
    ],
)
def test_the_producers_words(message: str, expected: str) -> None:
    """A failure carries the producer's own text, sanitised; without one it says that there was none."""
    raw = f'{{"status": "error", "message": {message}}}'.encode()

    with pytest.raises(StepError) as caught:
        decode(raw, "render", "gpu-7")
    assert vars(caught.value) == {
        "step": "render",
        "server": "gpu-7",
        "message": expected,
        "reason": expected,
    }


def test_the_status_is_bounded_and_sanitised() -> None:
    """A status that is not known is told in part, and without paths or control characters."""
    assert verdict(b'{"status": "/srv/keys\\n/id"}') == "unknown_status:[path]"
    assert verdict(f'{{"status": "{"x" * 999}"}}'.encode()) == "unknown_status:" + "x" * STATUS_MAX


@pytest.mark.parametrize("raw", ['{"status": "done"}', bytearray(b"{}"), memoryview(b"{}"), None])
def test_only_bytes(raw: object) -> None:
    """Handing over anything but bytes is a mistake of ours, not of the producer's."""
    with pytest.raises(TypeError, match="takes exactly bytes"):
        decode(raw, "render", "gpu-7")  # type: ignore[arg-type]


def test_a_lower_limit_of_this_program() -> None:
    """Where the program has set itself a lower limit of digits, a long number is still only named."""
    limit = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(1000)
    try:
        assert verdict(done("9" * 1001)) == "number_too_long"
    finally:
        sys.set_int_max_str_digits(limit)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.just("done"),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from(["status", "message", "a"]), inner, max_size=4)
    ),
    max_leaves=10,
)
NEARLY = st.builds(
    lambda value, cut, noise: json.dumps(value).encode()[:cut] + noise,
    JSON,
    st.integers(0, 200),
    st.sampled_from([b"", b"}", b"]", b'"', b"\xff", b"\\", b"e999"]),
)
PIECES = [
    *'{}[]:,1-"\\ \ufeff',
    '"status"',
    '"done"',
    '"error"',
    '"message"',
    "e9",
    "NaN",
    "\\u",
    "d800",
]
GRAMMAR = st.lists(st.sampled_from(PIECES), max_size=20).map("".join).map(str.encode)


@given(st.binary() | NEARLY | GRAMMAR)
@example(b'{"status": "done"}')
@thorough
def test_any_bytes(raw: bytes) -> None:
    """Any bytes end as a result that says done, a failure that says error, or a named reason."""
    reason = verdict(raw)

    if reason in ("done", "error"):
        assert json.loads(raw.decode())["status"] == reason
    else:
        assert reason in REASONS or reason.startswith("unknown_status:")
        assert len(reason) <= len("unknown_status:") + STATUS_MAX


@given(st.binary() | NEARLY)
@thorough
def test_raw_stays_hidden(noise: bytes) -> None:
    """What could not be read is kept in part, and told to nobody."""
    raw = noise + b"S3CR3T"

    with pytest.raises(ProtocolError) as caught:
        decode(raw, "render", "gpu-7")
    assert caught.value.raw == raw[:256]
    assert "S3CR3T" not in f"{caught.value} {caught.value!r} {caught.value.__cause__!r}"


@pytest.mark.timeout(30)
@pytest.mark.parametrize(
    "unit",
    [
        b"[",
        b"]",
        b"{",
        b'"',
        b'"\\',
        b"\\",
        b"[]",
        b'{"a":',
        b"9",
        b"9,",
        b" ",
        b'"a",',
        b"e",
        b"-",
    ],
    ids=repr,
)
def test_a_megabyte(unit: bytes) -> None:
    """A megabyte of anything is answered without delay, alone or inside a result that says done."""
    many = (unit * SIZE_MAX)[: SIZE_MAX - 100]

    for raw in (many, b'{"status": "done", "content": ' + many):
        assert verdict(raw) in REASONS


def corpus() -> list[bytes]:
    """Some thousand payloads, the same on every machine: the table, cut and spoiled in fixed ways."""
    chance = random.Random(9)
    small = [raw for raw in PAYLOADS.values() if len(raw) < 200]
    made = []
    for _ in range(3000):
        raw = bytearray(chance.choice(small))
        for _ in range(chance.randrange(1, 4)):
            at = chance.randrange(len(raw) + 1)
            raw[at : at + chance.randrange(3)] = chance.choice(small)[: chance.randrange(6)]
        made.append(bytes(raw))
    return [*PAYLOADS.values(), *made]


def test_the_same_on_every_python() -> None:
    """The verdicts on a fixed corpus are the pinned ones, and so the same on every version of Python."""
    verdicts = [verdict(raw) for raw in corpus()]

    assert len(set(verdicts)) > 10
    assert hashlib.sha256("\n".join(verdicts).encode()).hexdigest()[:16] == "215b6ac27627d3c9"
