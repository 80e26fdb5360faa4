"""Misconception: a long text is made short before anything is done with it.

Rejected by: cut
Diagnosis: The cut goes through a URL, and what is left of it is no URL any more: the patterns let the half with the
password pass. Cut last.
"""

import re
import unicodedata

UNPRINTED = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
URL = re.compile("(?<![A-Za-z0-9+.-])[A-Za-z0-9+.-]*+://[^ ]*")
PATH = re.compile(r"(?:(?<![A-Za-z])[A-Za-z]:)?[\\/][^ ]+")


def sanitize(text, limit):
    repaired = text.decode("utf-8", "replace") if isinstance(text, bytes) else text
    return redacted(deleted(repaired[:limit]))


def deleted(text):
    gone = {ord(char): None for char in set(text) if unicodedata.category(char) in UNPRINTED}
    return text.translate(gone)


def redacted(text):
    return PATH.sub("[path]", URL.sub("[url]", text))
