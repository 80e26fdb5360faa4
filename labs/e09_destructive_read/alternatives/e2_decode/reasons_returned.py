"""No exceptions among its own parts: each step returns what it made, or the reason why not."""

import json
import math
import re
from dataclasses import dataclass

from labs.e09_destructive_read.outcomes import ProtocolError, Result, StepError
from labs.e09_destructive_read.sanitize import sanitize

MIB = 2**20
STRING_OR_OTHER = re.compile(r'"(?:\\.|[^"\\])*"?|[^][{}"]+', re.DOTALL)


@dataclass(frozen=True)
class Reason:
    text: str


def text_or_reason(raw):
    if len(raw) > MIB:
        return Reason("too_large")
    try:
        text = raw.decode("utf-8", errors="strict")
    except UnicodeDecodeError:
        return Reason("invalid_utf8")
    if text and ord(text[0]) == 0xFEFF:
        return Reason("byte_order_mark")
    opened = 0
    for bracket in STRING_OR_OTHER.sub("", text):
        opened += 1 if bracket in "[{" else -1
        if opened > 64:
            return Reason("too_deep")
    return text


def value_or_reason(text):
    reasons = []

    def note(reason):
        reasons.append(Reason(reason))

    def pairs(found):
        if len({key for key, _ in found}) != len(found):
            note("duplicate_key")
        return dict(found)

    def number(digits):
        if not math.isfinite(float(digits)):
            note("not_a_number")
        return float(digits)

    def integer(digits):
        if len(str(digits).strip("-")) > 4300:
            return note("number_too_long")
        return int(digits)

    try:
        value = json.loads(
            text,
            object_pairs_hook=pairs,
            parse_float=number,
            parse_constant=number,
            parse_int=integer,
        )
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        note("lone_surrogate")
    except ValueError:
        note("invalid_json")
    return reasons[0] if reasons else value


def status_or_reason(content):
    if not isinstance(content, dict):
        return Reason("not_an_object")
    status = content.get("status", Reason("missing_status"))
    if isinstance(status, Reason) or status in ("done", "error"):
        return status
    if isinstance(status, str):
        return Reason(f"unknown_status:{sanitize(status, 40)}")
    return Reason("status_not_string")


def decode(raw, step, server):
    content = so_far = text_or_reason(raw)
    if not isinstance(so_far, Reason):
        content = so_far = value_or_reason(so_far)
    if not isinstance(so_far, Reason):
        so_far = status_or_reason(content)
    if isinstance(so_far, Reason):
        raise ProtocolError(step, server, so_far.text, raw)
    if so_far == "done":
        return Result(content)
    message = content.get("message")
    told = sanitize(message, 500) if isinstance(message, str) else ""
    raise StepError(step, server, told if told else "the producer gave no message")
