"""Misconception: control characters are those below 32, and 127.

Rejected by: unprinted
Diagnosis: U+0085 ends a line as well, and beyond ASCII there are more that do not print: marks of direction, of no
width, halves of characters. Ask `unicodedata` for the category.
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
    gone = {ord(char): None for char in set(text) if ord(char) < 32 or ord(char) == 127}
    return text.translate(gone)


def redacted(text):
    return PATH.sub("[path]", URL.sub("[url]", text))
