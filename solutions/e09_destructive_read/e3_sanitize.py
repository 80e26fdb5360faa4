"""E09.3 Sanitize (20 minutes)

The user should see why the work failed, in the producer's own words. One day those words were the address of a store,
password included, over two lines. The code that should have taken it out put a space where the line feed was, took
the first half for the URL, and left the rest.

Write `sanitize(text, limit)`: `str` or `bytes` in, a `str` of at most `limit` characters out; `limit` is 0 or more. It
never raises, and sanitising twice is the same as once. It does four things, and their order is yours to find:

- redact absolute paths and URLs. A URL begins with its scheme, the letters, digits, `+`, `-` and `.` in front of a
  `://`; it becomes `[url]`. A path begins at a slash or backslash that something other than a space follows, or at the
  drive letter and colon in front of it; it becomes `[path]`. Both go on to the next space, U+0020, or to the end. A
  path with a URL in it is one `[path]`. Nothing is asked of what stands in front of either: deletion may have joined it
  to the word before. (`and/or` becomes `and[path]` so: the cheaper mistake.)
- cut, between characters. Nothing comes behind a cut, and half a marker is what is left of a marker.
- delete what does not print: the Unicode categories in `UNPRINTED`, and no others.
- repair: bytes that are no UTF-8 become U+FFFD, as `bytes.decode` does it with `"replace"`.

A producer may send a megabyte of one letter: look out for patterns that start over at each. Exports `sanitize`.
"""

import re
import unicodedata
from typing import Final

UNPRINTED: Final = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
# Not anchored on a space; the `+` in `*+` and the look behind keep it from starting over at each letter.
URL: Final = re.compile(r"(?<![A-Za-z0-9+.-])[A-Za-z0-9+.-]*+://[^ ]*")
PATH: Final = re.compile(r"(?:(?<![A-Za-z])[A-Za-z]:)?[\\/][^ ]+")


def sanitize(text: str | bytes, limit: int) -> str:
    """At most `limit` characters of the text, fit for users."""
    repaired = text.decode("utf-8", "replace") if isinstance(text, bytes) else text
    printed = deleted(repaired)  # Before the patterns: they must see what a reader would see.
    return redacted(printed)[:limit]  # Last: half a URL is one that no pattern knows any more.


def deleted(text: str) -> str:
    """The text without what does not print."""
    gone = {ord(char): None for char in set(text) if unicodedata.category(char) in UNPRINTED}
    return text.translate(gone)  # No space in its place: a path would end there, and its rest stay.


def redacted(text: str) -> str:
    """The text with markers in place of its URLs and paths."""
    return PATH.sub("[path]", URL.sub("[url]", text))
