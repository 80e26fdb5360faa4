"""Misconception: the parser's own error says what is wrong.

Rejected by: no-json
Diagnosis: The name of a class is a word of the library, and another library has another. The reason is a name out of
a list that both sides know, so that somebody can count by it.
"""

import json
import math
import re

from labs.e09_destructive_read.outcomes import ProtocolError, Result, StepError
from labs.e09_destructive_read.sanitize import sanitize

SIZE_MAX = 1024 * 1024
DEPTH_MAX = 64
DIGITS_MAX = 4300
MESSAGE_MAX = 500
STATUS_MAX = 40
NO_MESSAGE = "the producer gave no message"
NO_BRACKET = re.compile('"[^"\\\\]*+(?:\\\\.[^"\\\\]*+)*+"?|[^"\\[\\]{}]++', re.DOTALL)


class Unreadable(Exception):
    pass


def decode(raw, step, server):
    try:
        content = parse(text_of(raw))
        status = status_of(content)
    except Unreadable as broken:
        raise ProtocolError(step, server, str(broken), raw) from None
    except UnicodeDecodeError:
        raise ProtocolError(step, server, "invalid_utf8", raw) from None
    except json.JSONDecodeError as error:
        raise ProtocolError(step, server, type(error).__name__, raw) from None
    if status == "done":
        return Result(content)
    raise StepError(step, server, message_of(content))


def text_of(raw):
    if len(raw) > SIZE_MAX:
        raise Unreadable("too_large")
    return raw.decode("utf-8")


def parse(text):
    if text.startswith("\ufeff"):
        raise Unreadable("byte_order_mark")
    if too_deep(text):
        raise Unreadable("too_deep")
    content = json.loads(
        text,
        object_pairs_hook=members,
        parse_constant=fraction,
        parse_float=fraction,
        parse_int=whole,
    )
    if type(content) is not dict:
        raise Unreadable("not_an_object")
    try:
        json.dumps(content, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise Unreadable("lone_surrogate") from None
    return content


def members(pairs):
    if len(dict(pairs)) != len(pairs):
        raise Unreadable("duplicate_key")
    return dict(pairs)


def fraction(digits):
    if not math.isfinite(float(digits)):
        raise Unreadable("not_a_number")
    return float(digits)


def whole(digits):
    if len(digits.lstrip("-")) > DIGITS_MAX:
        raise Unreadable("number_too_long")
    return int(digits)


def status_of(content):
    if "status" not in content:
        raise Unreadable("missing_status")
    status = content["status"]
    if type(status) is not str:
        raise Unreadable("status_not_string")
    if status not in ("done", "error"):
        raise Unreadable(f"unknown_status:{sanitize(status, STATUS_MAX)}")
    return status


def message_of(content):
    message = content.get("message")
    return (sanitize(message, MESSAGE_MAX) if type(message) is str else "") or NO_MESSAGE


def too_deep(text):
    level = 0
    for bracket in NO_BRACKET.sub("", text):
        level += 1 if bracket in "[{" else -1
        if level > DEPTH_MAX:
            return True
    return False
