"""Misconception: what does not print are the control characters.

Rejected by: unprinted
Diagnosis: Characters of no width, and those that turn the direction of a text round, do not print either, and hide or
forge words just as well. Lines end at U+2028 and U+2029 too.
"""

import re
import unicodedata

UNPRINTED = frozenset({"Cc"})
URL = re.compile("(?<![A-Za-z0-9+.-])[A-Za-z0-9+.-]*+://[^ ]*")
PATH = re.compile(r"(?:(?<![A-Za-z])[A-Za-z]:)?[\\/][^ ]+")


def sanitize(text, limit):
    repaired = text.decode("utf-8", "replace") if isinstance(text, bytes) else text
    printed = deleted(repaired)
    return redacted(printed)[:limit]


def deleted(text):
    gone = {ord(char): None for char in set(text) if unicodedata.category(char) in UNPRINTED}
    return text.translate(gone)


def redacted(text):
    return PATH.sub("[path]", URL.sub("[url]", text))
