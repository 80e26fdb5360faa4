"""Both patterns in one, by named groups, and the steps as a list of functions that are applied in turn."""

import re
import sys
import unicodedata
from functools import partial, reduce

SENSITIVE = re.compile(
    r"""
    (?: (?P<url>  (?<! [A-Za-z0-9+.-] ) [A-Za-z0-9+.-]*+ :// )
      | (?P<path> (?: (?<! [A-Za-z] ) [A-Za-z] : )? [\\/] [^ ] )
    ) [^ ]*
    """.replace("[^ ]", "[^\x20]"),
    re.VERBOSE,
)
UNSEEN = dict.fromkeys(
    code
    for code in range(sys.maxunicode + 1)
    if unicodedata.category(chr(code)) in {"Cc", "Cf", "Cs", "Zl", "Zp"}
)


def repair(text):
    return text if isinstance(text, str) else bytes(text).decode(errors="replace")


def delete(text):
    return text.translate(UNSEEN)


def redact(text):
    return SENSITIVE.sub(lambda met: f"[{met.lastgroup}]", text)


def cut(limit, text):
    return text[:limit]


def sanitize(text, limit):
    return reduce(lambda so_far, step: step(so_far), (repair, delete, redact, partial(cut, limit)), text)
