"""Misconception: the drive is no secret.

Rejected by: paths
Diagnosis: What is left is `C:[path]`: the path is said to begin at its drive. Harmless here, and another program that
puts texts side by side will find a drive that nobody meant.
"""

import re
import unicodedata

UNPRINTED = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
URL = re.compile("(?<![A-Za-z0-9+.-])[A-Za-z0-9+.-]*+://[^ ]*")
PATH = re.compile(r"[\\/][^ ]+")


def sanitize(text, limit):
    repaired = text.decode("utf-8", "replace") if isinstance(text, bytes) else text
    printed = deleted(repaired)
    return redacted(printed)[:limit]


def deleted(text):
    gone = {ord(char): None for char in set(text) if unicodedata.category(char) in UNPRINTED}
    return text.translate(gone)


def redacted(text):
    return PATH.sub("[path]", URL.sub("[url]", text))
