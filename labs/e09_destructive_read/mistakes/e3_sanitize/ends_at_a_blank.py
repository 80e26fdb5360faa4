r"""Misconception: a path or URL ends at a blank, `\s`.

Rejected by: urls
Diagnosis: `\S` stops at other blanks too, at U+00A0 for one, which looks like a space and stands in a URL as well as
anything. What is behind it stays. Both go on to U+0020.
"""

import re
import unicodedata

UNPRINTED = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
URL = re.compile("(?<![A-Za-z0-9+.-])[A-Za-z0-9+.-]*+://\\S*")
PATH = re.compile(r"(?:(?<![A-Za-z])[A-Za-z]:)?[\\/]\S+")


def sanitize(text, limit):
    repaired = text.decode("utf-8", "replace") if isinstance(text, bytes) else text
    printed = deleted(repaired)
    return redacted(printed)[:limit]


def deleted(text):
    gone = {ord(char): None for char in set(text) if unicodedata.category(char) in UNPRINTED}
    return text.translate(gone)


def redacted(text):
    return PATH.sub("[path]", URL.sub("[url]", text))
