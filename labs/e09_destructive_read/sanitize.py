"""How a producer's own words are made fit for a record that users see.

The order is the point: repair, delete, redact, cut. A cut before the redaction leaves half a URL that no pattern knows
any more; a control character that becomes a space splits a path, and the rest of it stays.
"""

import re
import unicodedata
from typing import Final

UNPRINTED: Final = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
SCHEME: Final = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+-."
PATH: Final = re.compile(r"(?<![A-Za-z])[A-Za-z]:[\\/]|[\\/].")


def sanitize(text: str | bytes, limit: int) -> str:
    """At most `limit` characters of the text, without control characters, absolute paths and URLs; never raises.

    A path or URL is redacted to the next space. Deletion may have joined it to the word before it, so a path begins
    at any slash or backslash that something follows: `and/or` loses its end too, which is the cheaper mistake. What
    the pattern does ask of its left side decides on a drive letter, and on nothing else.
    """
    repaired = text.decode("utf-8", "replace") if isinstance(text, bytes) else text
    printed = _without_unprinted(repaired)
    redacted = " ".join(map(_redact, printed.split(" ")))
    return redacted[: max(limit, 0)]


def _without_unprinted(text: str) -> str:
    gone = {ord(char): None for char in set(text) if unicodedata.category(char) in UNPRINTED}
    return text.translate(gone)


def _redact(word: str) -> str:
    before, mark, _rest = word.partition("://")
    url_at = len(before.rstrip(SCHEME)) if mark else len(word)
    path = PATH.search(word)
    if path is not None and path.start() < url_at:
        return word[: path.start()] + "[path]"
    return word[:url_at] + "[url]" if mark else word
