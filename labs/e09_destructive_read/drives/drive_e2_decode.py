"""Drives an answer of E09.2: payloads of one kind each, and two whole waits in which the answer decodes."""

from collections.abc import Callable, Mapping
from typing import Any

from labs.e09_destructive_read.decode import DEPTH_MAX, DIGITS_MAX, SIZE_MAX
from labs.e09_destructive_read.outcomes import ProtocolError, Result, StepError
from labs.e09_destructive_read.payloads import PAYLOADS
from labs.e09_destructive_read.trial import SERVER, STEP, Trial
from labs.kit.history import History
from labs.kit.scenario import Json, Observation

CAP_S = 20
SECRET = b"S3CR3T"

Drive = Callable[[Any], Observation]
Payloads = Mapping[str, bytes]
Tell = Callable[[Any, bytes], Json]


def verdict(answer: Any, raw: bytes) -> str:
    """What the answer makes of a payload: done, the failure as it is told, or the reason why it cannot be read."""
    try:
        result = answer.decode(raw, STEP, SERVER)
    except StepError as error:
        return f"StepError: {error.message}"
    except ProtocolError as error:
        return error.reason
    except Exception as error:  # noqa: BLE001 - recorded: the parent judges it
        return f"raises {type(error).__name__}"
    return "done" if isinstance(result, Result) else f"returns a {type(result).__name__}"


def content(answer: Any, raw: bytes) -> Json:
    """The content of the result; without a result what is told in its place."""
    told = verdict(answer, raw)
    return answer.decode(raw, STEP, SERVER).content if told == "done" else told


def hidden(answer: Any, raw: bytes) -> Json:
    """What is told of a payload with a secret in it: how much of it is kept, and whether users may see it."""
    try:
        answer.decode(raw, STEP, SERVER)
    except ProtocolError as error:
        kept = f"{len(error.raw)} bytes kept" if error.raw == raw[: len(error.raw)] else "altered"
        shown = SECRET.decode() in f"{error} {error!r}"
        return f"{error.step} on {error.server}, {kept}, {'shown' if shown else 'not shown'}"
    except Exception as error:  # noqa: BLE001 - recorded: the parent judges it
        return f"raises {type(error).__name__}"
    return "delivered"


def rows(payloads: Payloads, tell: Tell = verdict) -> Drive:
    """Each payload by its name, and what the answer makes of it."""

    def drive(answer: Any) -> Observation:
        history, told = History(), {}
        for name, raw in payloads.items():
            told[name] = tell(answer, raw)
            history.note("decoder", f"{name}: {told[name]}"[:200])
        return Observation.of(history, told=told)

    return drive


def waited(raw: bytes) -> Drive:
    """A whole wait of the lab's, in which that payload is read and the answer decodes it."""

    def drive(answer: Any) -> Observation:
        trial = Trial()
        trial.produce(0, raw)
        trial.run(decode=answer.decode, cap_s=CAP_S)
        return trial.observe()

    return drive


def of(*names: str) -> Payloads:
    """Some rows of the lab's own table."""
    return {name: PAYLOADS[name] for name in names}


def done(piece: str) -> bytes:
    """A payload that says done, with that piece of JSON as its content."""
    return f'{{"status": "done", "content": {piece}}}'.encode()


def failed(piece: str) -> bytes:
    """A payload that says error, with that piece of JSON as its message."""
    return f'{{"status": "error", "message": {piece}}}'.encode()


def status(piece: str) -> bytes:
    """A payload with that piece of JSON as its status."""
    return f'{{"status": {piece}}}'.encode()


def nested(levels: int) -> bytes:
    """A payload that says done, with so many levels of lists and objects in all."""
    return done("[" * (levels - 1) + "]" * (levels - 1))


def sized(size: int, char: str = "x") -> bytes:
    """A payload that says done, of so many bytes."""
    frame = len(done('""'))
    return done(f'"{char * ((size - frame) // len(char.encode()))}"')


DONE = {
    "plain": PAYLOADS["done"],
    "no content": b'{"status": "done"}',
    "null content": done("null"),
    "spaces around": b' \r\n{"status"\t: "done"}\n ',
    "unknown keys": b'{"node": "gpu-7", "status": "done", "message": "all well", "v": 2}',
    "a failure in the content": done('{"status": "error"}'),
    "numbers": done("[1, -2, 2.5, 1e308, -1e-3]"),
    "texts": done('"\u00e9 \\u00e9 \U0001f600 \\ud83d\\ude00 \\"\\\\\\/"'),
}
ODD = {
    "brackets in a text": done('"' + "[{" * 70 + '"'),
    "a quote, then brackets": done('"\\"' + "[" * 70 + '"'),
    "NaN in a text": done('"NaN Infinity 1e999"'),
    "an escape that is none": done('"\\\\ud800"'),
    "a key in two objects": done('[{"a": 1}, {"a": 1}, {"status": 1}]'),
    "two keys alike": done('{"a": 1, "A": 2, "a ": 3}'),
    "U+FEFF in a text": done('"\ufeff \\ufeff"'),
    "U+FFFD and NUL in a text": done('"\ufffd \\u0000"'),
}
FAILED = {
    "a message": failed('"out of memory"'),
    "a message with a path": failed('"open\\n/srv/keys/id: https://u:p@h.example/"'),
    "a long message": failed('"' + "x" * 600 + '"'),
    "no message": b'{"status": "error"}',
    "an empty message": failed('""'),
    "nothing that prints": failed('"\\n\\u200b"'),
    "a number": failed("7"),
    "null": failed("null"),
    "done in the content": b'{"status": "error", "content": {"status": "done"}}',
}
UNKNOWN = {
    "DONE": status('"DONE"'),
    "empty": status('""'),
    "ok": status('"ok"'),
    "done and a space": status('"done "'),
    "do": status('"do"'),
    "PENDING": status('"PENDING"'),
    "with a path": status('"/srv/keys\\n/id"'),
    "long": status('"' + "y" * 99 + '"'),
}
TWICE = {
    "error, then done": PAYLOADS["key twice"],
    "done, then error": b'{"status": "done", "status": "error"}',
    "the same": b'{"status": "done", "status": "done"}',
    "in the content": done('[{"a": {"b": 1, "b": 1}}]'),
    "once by its code": b'{"status": "error", "\\u0073tatus": "done"}',
}
NUMBERS = {
    "NaN": PAYLOADS["NaN"],
    "Infinity": done("[Infinity]"),
    "-Infinity": done("-Infinity"),
    "1e999": PAYLOADS["1e999"],
    "-1e999": done("[-1e999]"),
}
SURROGATES = {
    "a value": PAYLOADS["lone surrogate"],
    "a key": done('{"\\udfff": 1}'),
    "the wrong way round": done('"\\ude00\\ud83d"'),
}
NO_JSON = {
    **of("not JSON", "empty"),
    "spaces": b"   ",
    "cut": b'{"status": "done"',
    "cut in a text": b'{"status": "do',
    "and more": b'{"status": "done"} {}',
    "single quotes": b"{'status': 'done'}",
    "a comma too many": b'{"status": "done",}',
    "a line feed in a text": done('"a\nb"'),
    "01": done("01"),
    "a comment": b'{"status": "done"} // well',
}
ENCODINGS = {
    **of("invalid UTF-8", "UTF-16", "BOM"),
    "UTF-16, no mark": '{"status": "done"}'.encode("utf-16-le"),
    "UTF-32, no mark": '{"status": "done"}'.encode("utf-32-be"),
    "Latin-1": '{"status": "done", "content": "\u00e9"}'.encode("latin-1"),
    "a surrogate in UTF-8": done('"?"').replace(b"?", b"\xed\xa0\x80"),
}
SIZES = {
    "1 MiB": sized(SIZE_MAX),
    "1 MiB and a byte": sized(SIZE_MAX) + b" ",
    "1 MiB, fewer characters": sized(SIZE_MAX + 2, "\u20ac"),
    "too large, and cut": PAYLOADS["too large, cut"],
}
LEVELS = {
    "64 levels": nested(DEPTH_MAX),
    "many lists, few levels": done("[" + "[], " * DEPTH_MAX + "[]]"),
}
TOO_DEEP = {
    "65 levels": nested(DEPTH_MAX + 1),
    "65 levels, cut": b"[" * (DEPTH_MAX + 1),
    "100,000 levels": PAYLOADS["too deep"],
}
TWO_RULES = {
    "too large, no UTF-8": b"\xff" * (SIZE_MAX + 1),
    "no UTF-8, too deep": b"\xff" + b"[" * (DEPTH_MAX + 1),
    "a mark, too deep": b"\xef\xbb\xbf" + b"[" * (DEPTH_MAX + 1),
    "a mark, no JSON": b"\xef\xbb\xbf{",
}
DIGITS = {
    "4,300 digits": done("9" * DIGITS_MAX),
    "4,300 digits, negative": done("-" + "9" * DIGITS_MAX),
    "4,301 digits": done("9" * (DIGITS_MAX + 1)),
}
HIDDEN = {
    "no JSON": SECRET,
    "no UTF-8": SECRET + b"\xff" * 300,
    "no status": b'{"content": "' + SECRET * 60 + b'"}',
    "a status that is none": b'{"status": ["' + SECRET + b'"]}',
    "a path as status": b'{"status": "/' + SECRET + b'"}',
    "a key twice": b'{"' + SECRET + b'": 1, "' + SECRET + b'": 2}',
}

DRIVES = {
    "half": rows(
        {**of("empty object", "half a result"), "another key": b'{"Status": "done"}'}, content
    ),
    "done": rows(DONE, content),
    "odd": rows(ODD),
    "failed": rows(FAILED),
    "status-kind": rows(
        {**of("status 1", "status null", "status true", 'status ["done"]'), "object": status("{}")}
    ),
    "status-unknown": rows(UNKNOWN),
    "no-object": rows(
        {**of("a list", "null", "a number", "a string"), "in a list": b'[{"status": "done"}]'}
    ),
    "key-twice": rows(TWICE),
    "numbers": rows(NUMBERS),
    "surrogates": rows(SURROGATES),
    "no-json": rows(NO_JSON),
    "encodings": rows(ENCODINGS),
    "size": rows(SIZES),
    "levels": rows(LEVELS),
    "too-deep": rows(TOO_DEEP),
    "two-rules": rows(TWO_RULES),
    "digits": rows(DIGITS),
    "hidden": rows(HIDDEN, hidden),
    "failure-told": waited(PAYLOADS["error"]),
    "unreadable-told": waited(PAYLOADS["not JSON"]),
}
