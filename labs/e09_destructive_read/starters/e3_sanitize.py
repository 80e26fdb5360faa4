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
# TODO: what stands in front of them, once something was deleted there? And what ends them?
URL: Final = re.compile(r"(?<!\S)[A-Za-z0-9+.-]+://\S*")
PATH: Final = re.compile(r"(?<!\S)(?:[A-Za-z]:)?[\\/]\S+")


def sanitize(text: str | bytes, limit: int) -> str:
    """At most `limit` characters of the text, fit for users."""
    repaired = text.decode("utf-8", "replace") if isinstance(text, bytes) else text
    printed = redacted(repaired[:limit])  # TODO: what does a cut leave of a URL?
    return deleted(printed)  # TODO: do the patterns see what a reader will see?


def deleted(text: str) -> str:
    """The text without what does not print."""
    gone = {ord(char): " " for char in set(text) if unicodedata.category(char) in UNPRINTED}
    return text.translate(gone)  # TODO: a path with a line feed in it: where does it end now?


def redacted(text: str) -> str:
    """The text with markers in place of its URLs and paths."""
    return PATH.sub("[path]", URL.sub("[url]", text))
