"""A class of its own that reads one payload, with a table of statuses and what each of them leads to."""

import json
import re
from math import isinf, isnan

from labs.e09_destructive_read.outcomes import ProtocolError, Result, StepError
from labs.e09_destructive_read.sanitize import sanitize

TEXT = re.compile(r'"(?:[^"\\]|\\.)*"', re.DOTALL)


class Broken(ValueError):
    pass


class Payload:
    def __init__(self, raw):
        if len(raw) > 1 << 20:
            raise Broken("too_large")
        self.text = self.as_text(raw)
        if self.text[:1] == "\N{ZERO WIDTH NO-BREAK SPACE}":
            raise Broken("byte_order_mark")
        if self.levels() > 64:
            raise Broken("too_deep")
        self.content = self.as_json()
        if not isinstance(self.content, dict):
            raise Broken("not_an_object")

    @staticmethod
    def as_text(raw):
        try:
            return str(raw, "utf-8")
        except UnicodeError:
            raise Broken("invalid_utf8") from None

    def levels(self):
        deepest = now = 0
        for bracket in re.findall(r"[\[\]{}]", TEXT.sub("", self.text)):
            now += {"[": 1, "{": 1}.get(bracket, -1)
            deepest = max(deepest, now)
            if deepest > 64:
                break
        return deepest

    def as_json(self):
        try:
            return json.JSONDecoder(
                object_pairs_hook=self.unique,
                parse_float=self.finite,
                parse_constant=self.finite,
                parse_int=self.short,
            ).decode(self.text)
        except json.JSONDecodeError:
            raise Broken("invalid_json") from None

    def unique(self, pairs):
        keys = [self.whole(key) for key, _ in pairs]
        if len(set(keys)) < len(keys):
            raise Broken("duplicate_key")
        return {key: self.whole(value) for key, value in pairs}

    def whole(self, value):
        if isinstance(value, str) and re.search("[\ud800-\udfff]", value):
            raise Broken("lone_surrogate")
        if isinstance(value, list):
            return [self.whole(inner) for inner in value]
        return value

    @staticmethod
    def finite(digits):
        number = float(digits)
        if isnan(number) or isinf(number):
            raise Broken("not_a_number")
        return number

    @staticmethod
    def short(digits):
        if len(digits.removeprefix("-")) > 4300:
            raise Broken("number_too_long")
        return int(digits)

    @property
    def status(self):
        try:
            status = self.content["status"]
        except KeyError:
            raise Broken("missing_status") from None
        if not isinstance(status, str):
            raise Broken("status_not_string")
        return status


def done(payload, step, server):
    return Result(payload.content)


def error(payload, step, server):
    words = payload.content.get("message")
    words = sanitize(words, 500) if isinstance(words, str) else None
    raise StepError(step, server, words or "the producer gave no message")


def decode(raw, step, server):
    try:
        payload = Payload(raw)
        ending = {"done": done, "error": error}.get(payload.status)
        if ending is None:
            raise Broken("unknown_status:" + sanitize(payload.status, 40))
    except Broken as broken:
        raise ProtocolError(step, server, str(broken), raw) from broken
    return ending(payload, step, server)
