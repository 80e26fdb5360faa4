"""Misconception: a path or URL is looked for at the beginning of a line or behind a blank.

Rejected by: joined
Diagnosis: Lines and most blanks are gone when the patterns come, and there are brackets, quotes and colons as well.
Ask nothing of what stands in front.
"""

import re
import unicodedata

UNPRINTED = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
URL = re.compile(r"(?:(?<=\s)|(?<=^))[A-Za-z0-9+.-]*+://[^ ]*")
PATH = re.compile(r"(?:(?<=\s)|(?<=^))(?:[A-Za-z]:)?[\\/][^ ]+")


def sanitize(text, limit):
    repaired = text.decode("utf-8", "replace") if isinstance(text, bytes) else text
    printed = deleted(repaired)
    return redacted(printed)[:limit]


def deleted(text):
    gone = {ord(char): None for char in set(text) if unicodedata.category(char) in UNPRINTED}
    return text.translate(gone)


def redacted(text):
    return PATH.sub("[path]", URL.sub("[url]", text))
