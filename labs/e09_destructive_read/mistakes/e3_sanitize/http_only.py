"""Misconception: a URL begins with http.

Rejected by: urls
Diagnosis: Stores, queues and files have addresses as well, with passwords in them as well. Whatever stands in front
of a `://` is a scheme.
"""

import re
import unicodedata

UNPRINTED = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
URL = re.compile("(?<![A-Za-z0-9+.-])(?i:https?)://[^ ]*")
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
