"""Misconception: what does not print is shown as an escape.

Rejected by: unprinted
Diagnosis: An escape is longer than what it stands for, has a backslash that begins a path, and splits whatever it
stands in. Delete.
"""

import re
import unicodedata

UNPRINTED = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
URL = re.compile("(?<![A-Za-z0-9+.-])[A-Za-z0-9+.-]*+://[^ ]*")
PATH = re.compile(r"(?:(?<![A-Za-z])[A-Za-z]:)?[\\/][^ ]+")


def sanitize(text, limit):
    repaired = text.decode("utf-8", "replace") if isinstance(text, bytes) else text
    printed = deleted(repaired)
    return redacted(printed)[:limit]


def deleted(text):
    gone = {
        ord(char): f"\\u{ord(char):04x}"
        for char in set(text)
        if unicodedata.category(char) in UNPRINTED
    }
    return text.translate(gone)


def redacted(text):
    return PATH.sub("[path]", URL.sub("[url]", text))
