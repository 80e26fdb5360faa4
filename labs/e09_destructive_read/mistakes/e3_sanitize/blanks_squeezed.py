"""Misconception: several spaces are one, and none at the ends.

Rejected by: plain
Diagnosis: Nobody asked for it: what prints stays as it was.
"""

import re
import unicodedata

UNPRINTED = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
URL = re.compile("(?<![A-Za-z0-9+.-])[A-Za-z0-9+.-]*+://[^ ]*")
PATH = re.compile(r"(?:(?<![A-Za-z])[A-Za-z]:)?[\\/][^ ]+")


def sanitize(text, limit):
    repaired = text.decode("utf-8", "replace") if isinstance(text, bytes) else text
    printed = deleted(repaired)
    return " ".join(redacted(printed).split())[:limit]


def deleted(text):
    gone = {ord(char): None for char in set(text) if unicodedata.category(char) in UNPRINTED}
    return text.translate(gone)


def redacted(text):
    return PATH.sub("[path]", URL.sub("[url]", text))
