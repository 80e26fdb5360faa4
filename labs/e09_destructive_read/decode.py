"""From the bytes that were read to a result: anything that is not understood is named, and nothing is guessed.

`json.loads` alone is too kind: it takes UTF-16, NaN, the last of two equal keys, and a depth that differs from one
Python to the next.
"""

import json
import math
import re
from typing import Any, Final

from labs.e09_destructive_read.outcomes import ProtocolError, Result, StepError
from labs.e09_destructive_read.sanitize import sanitize
from labs.kit.scenario import Json

SIZE_MAX: Final = 1024 * 1024  # bytes
DEPTH_MAX: Final = 64  # levels of lists and objects
DIGITS_MAX: Final = 4300  # of one integer; Python's own default limit, which a program may change
MESSAGE_MAX: Final = 500  # characters
STATUS_MAX: Final = 40  # characters
NO_MESSAGE: Final = "the producer gave no message"

_TOKEN = re.compile(r'"[^"\\]*+(?:\\.?[^"\\]*+)*+"?|[\[{]|[\]}]', re.DOTALL)
_LEVELS: Final = {"[": 1, "{": 1, "]": -1, "}": -1}


class _Unreadable(Exception):
    """The payload breaks a rule; the text names it."""


def decode(raw: bytes, step: str, server: str) -> Result:
    """Understand a payload.

    Raises:
        StepError: the producer said that the step failed.
        ProtocolError: the payload is not what was agreed; the reason names the rule that it breaks.
        TypeError: `raw` is not bytes.
    """
    if type(raw) is not bytes:
        raise TypeError(f"decode: got {type(raw).__name__}, takes exactly bytes")
    try:
        content = _parse(_text(raw))
        status = _status(content)
    except _Unreadable as broken:
        raise ProtocolError(step, server, str(broken), raw) from None
    if status == "done":
        return Result(content)
    raise StepError(step, server, _message(content))


def _text(raw: bytes) -> str:
    if len(raw) > SIZE_MAX:
        raise _Unreadable("too_large")
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError:
        raise _Unreadable("invalid_utf8") from None
    if text.startswith("\ufeff"):
        raise _Unreadable("byte_order_mark")
    return text


def _parse(text: str) -> dict[str, Json]:
    if _too_deep(text):
        raise _Unreadable("too_deep")
    try:
        value = json.loads(
            text,
            object_pairs_hook=_object,
            parse_constant=_constant,
            parse_float=_float,
            parse_int=_int,
        )
    except json.JSONDecodeError:
        raise _Unreadable("invalid_json") from None
    if type(value) is not dict:
        raise _Unreadable("not_an_object")
    try:
        json.dumps(value, ensure_ascii=False).encode(
            "utf-8"
        )  # only a lone surrogate cannot go back
    except UnicodeEncodeError:
        raise _Unreadable("lone_surrogate") from None
    return value


def _too_deep(text: str) -> bool:
    level = 0
    for token in _TOKEN.finditer(text):
        level += _LEVELS.get(token[0], 0)
        if level > DEPTH_MAX:
            return True
    return False


def _object(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    members = dict(pairs)
    if len(members) != len(pairs):
        raise _Unreadable("duplicate_key")
    return members


def _constant(name: str) -> Any:
    del name  # NaN, Infinity or -Infinity
    raise _Unreadable("not_a_number")


def _float(digits: str) -> float:
    value = float(digits)
    if not math.isfinite(value):
        raise _Unreadable("not_a_number")
    return value


def _int(digits: str) -> int:
    try:
        if len(digits.lstrip("-")) <= DIGITS_MAX:
            return int(digits)
    except ValueError:  # this program's own limit is lower
        pass
    raise _Unreadable("number_too_long")


def _status(content: dict[str, Json]) -> str:
    if "status" not in content:
        raise _Unreadable("missing_status")
    status = content["status"]
    if type(status) is not str:
        raise _Unreadable("status_not_string")
    if status not in ("done", "error"):
        raise _Unreadable(f"unknown_status:{sanitize(status, STATUS_MAX)}")
    return status


def _message(content: dict[str, Json]) -> str:
    message = content.get("message")
    return (sanitize(message, MESSAGE_MAX) if type(message) is str else "") or NO_MESSAGE
