"""Misconception: `latin-1` decodes anything.

Rejected by: repaired
Diagnosis: It makes two wrong letters of each one beyond ASCII. UTF-8 is what was agreed on; what is none of it
becomes U+FFFD.
"""

import re
import unicodedata

UNPRINTED = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
URL = re.compile("(?<![A-Za-z0-9+.-])[A-Za-z0-9+.-]*+://[^ ]*")
PATH = re.compile(r"(?:(?<![A-Za-z])[A-Za-z]:)?[\\/][^ ]+")


def sanitize(text, limit):
    repaired = text.decode("latin-1") if isinstance(text, bytes) else text
    printed = deleted(repaired)
    return redacted(printed)[:limit]


def deleted(text):
    gone = {ord(char): None for char in set(text) if unicodedata.category(char) in UNPRINTED}
    return text.translate(gone)


def redacted(text):
    return PATH.sub("[path]", URL.sub("[url]", text))
