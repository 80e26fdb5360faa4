"""Misconception: what is beyond ASCII is no use to anybody.

Rejected by: plain
Diagnosis: It refuses too much: most people write in other letters. Only what does not print goes.
"""

import re

UNPRINTED = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
URL = re.compile("(?<![A-Za-z0-9+.-])[A-Za-z0-9+.-]*+://[^ ]*")
PATH = re.compile(r"(?:(?<![A-Za-z])[A-Za-z]:)?[\\/][^ ]+")


def sanitize(text, limit):
    repaired = text.decode("utf-8", "replace") if isinstance(text, bytes) else text
    printed = deleted(repaired)
    return redacted(printed)[:limit]


def deleted(text):
    gone = {ord(char): None for char in set(text) if not " " <= char <= "~"}
    return text.translate(gone)


def redacted(text):
    return PATH.sub("[path]", URL.sub("[url]", text))
