"""Misconception: only the password in a URL is a secret.

Rejected by: urls
Diagnosis: The host, the path and the query tell as much as the password does, and tokens stand in each of them. All
of the URL goes.
"""

import re
import unicodedata

UNPRINTED = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
URL = re.compile(r"(?<=://)[^ @]*@")
PATH = re.compile(r"(?:(?<![A-Za-z])[A-Za-z]:)?[\\/][^ ]+")


def sanitize(text, limit):
    repaired = text.decode("utf-8", "replace") if isinstance(text, bytes) else text
    printed = deleted(repaired)
    return redacted(printed)[:limit]


def deleted(text):
    gone = {ord(char): None for char in set(text) if unicodedata.category(char) in UNPRINTED}
    return text.translate(gone)


def redacted(text):
    return " ".join(
        URL.sub("[url]@", word) if "://" in word else PATH.sub("[path]", word)
        for word in text.split(" ")
    )
