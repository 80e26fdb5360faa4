"""Misconception: half a marker is ugly, so leave it out.

Rejected by: cut
Diagnosis: It takes more than was asked, and the end of the text has to be searched for what looks like a marker. A
part of it still says that something was there.
"""

import re
import unicodedata

UNPRINTED = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
URL = re.compile("(?<![A-Za-z0-9+.-])[A-Za-z0-9+.-]*+://[^ ]*")
PATH = re.compile(r"(?:(?<![A-Za-z])[A-Za-z]:)?[\\/][^ ]+")


def sanitize(text, limit):
    repaired = text.decode("utf-8", "replace") if isinstance(text, bytes) else text
    text = redacted(deleted(repaired))[:limit]
    return re.sub(r"\[(?:u(?:rl?)?|p(?:a(?:th?)?)?)?$", "", text)


def deleted(text):
    gone = {ord(char): None for char in set(text) if unicodedata.category(char) in UNPRINTED}
    return text.translate(gone)


def redacted(text):
    return PATH.sub("[path]", URL.sub("[url]", text))
