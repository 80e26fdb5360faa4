"""Misconception: cut first, and again at the end.

Rejected by: cut
Diagnosis: The length is right, and the first cut has still gone through a URL before any pattern has seen it. One
cut, at the end.
"""

import re
import unicodedata

UNPRINTED = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
URL = re.compile("(?<![A-Za-z0-9+.-])[A-Za-z0-9+.-]*+://[^ ]*")
PATH = re.compile(r"(?:(?<![A-Za-z])[A-Za-z]:)?[\\/][^ ]+")


def sanitize(text, limit):
    repaired = text.decode("utf-8", "replace") if isinstance(text, bytes) else text
    return redacted(deleted(repaired[:limit]))[:limit]


def deleted(text):
    gone = {ord(char): None for char in set(text) if unicodedata.category(char) in UNPRINTED}
    return text.translate(gone)


def redacted(text):
    return PATH.sub("[path]", URL.sub("[url]", text))
