"""Rules as functions in a list, each of which names what it does not like; a match for what is left."""

import json
import re

from labs.e09_destructive_read.outcomes import ProtocolError, Result, StepError
from labs.e09_destructive_read.sanitize import sanitize


class Named(Exception):
    def __init__(self, name):
        super().__init__(name)
        self.name = name


def named(name):
    raise Named(name)


def pairs_to_dict(pairs):
    object_ = {}
    for key, value in pairs:
        object_[key] = named("duplicate_key") if key in object_ else value
    return object_


def to_float(digits):
    number = float(digits)
    return number if number - number == 0 else named("not_a_number")


def to_int(digits):
    return int(digits) if len(digits) <= 4300 + digits.startswith("-") else named("number_too_long")


def nesting(text):
    level = highest = 0
    for bracket in re.sub(r'"(?:[^"\\]|\\.)*+"?|[^\[\]{}"]+', "", text):
        level = level + 1 if bracket in ("[", "{") else level - 1
        highest = level if level > highest else highest
        if highest > 64:
            break
    return highest


def read(raw):
    if len(raw) > 1024 * 1024:
        named("too_large")
    try:
        text = raw.decode()
    except UnicodeDecodeError:
        named("invalid_utf8")
    if text.startswith("\ufeff"):
        named("byte_order_mark")
    if nesting(text) > 64:
        named("too_deep")
    try:
        return json.loads(
            text,
            object_pairs_hook=pairs_to_dict,
            parse_float=to_float,
            parse_constant=lambda _name: named("not_a_number"),
            parse_int=to_int,
        )
    except json.JSONDecodeError:
        named("invalid_json")


def writable(content):
    try:
        json.dumps(content, ensure_ascii=False).encode("utf-8")
    except UnicodeEncodeError:
        named("lone_surrogate")


def decode(raw, step, server):
    try:
        content = read(raw)
        writable(content)
        match content:
            case {"status": "done"}:
                return Result(content)
            case {"status": "error", "message": str(message)} if shown := sanitize(message, 500):
                raise StepError(step, server, shown)
            case {"status": "error"}:
                raise StepError(step, server, "the producer gave no message")
            case {"status": str(other)}:
                named(f"unknown_status:{sanitize(other, 40)}")
            case {"status": _}:
                named("status_not_string")
            case dict():
                named("missing_status")
            case _:
                named("not_an_object")
    except Named as why:
        raise ProtocolError(step=step, server=server, reason=why.name, raw=raw) from None
