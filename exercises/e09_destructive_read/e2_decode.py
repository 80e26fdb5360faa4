"""E09.2 Decode (25 minutes)

Half an answer came, `{"content": "half"}`. The decoder knew one bad value of `status`, and took all else for success:
half a result was written to the record, and the answer itself was gone with the read. This is the last look that
anybody has at those bytes, so whatever they are, they get a name, and nothing is guessed.

Write `decode(raw, step, server)` for `bytes`. It returns `Result(content)`, the whole object, if `status` is `"done"`.
It raises `StepError(step, server, message)` if `status` is `"error"`; that part is there. It raises
`ProtocolError(step, server, reason, raw)` for all else, and nothing but these two. The reason is one of

- `too_large` for more than 1 MiB: that one is there;
- `invalid_utf8`: no other encoding was agreed on;
- `byte_order_mark`: nor was a U+FEFF as the first character;
- `too_deep` for more than 64 levels of lists and objects, told before the parser runs: it is there;
- `invalid_json`; `duplicate_key`: one key twice in one object, at any level; `lone_surrogate`, which is there;
- `not_a_number`: `NaN`, `Infinity`, `-Infinity`, and a number too large for a float, such as `1e999`;
- `number_too_long` for a whole number of more than 4,300 digits: it is there;
- `not_an_object`; `missing_status`; `status_not_string`;
- `unknown_status:…` for every other text, with that status behind the colon, sanitised to `STATUS_MAX` characters.

Of the first four, the first that fits is the name; of the others, if two fit, either will do. What breaks no rule is
delivered: keys that nobody knows, no content, odd texts. Nothing of the payload may stand in a message, but for what
`sanitize` has made of a status or of the producer's own words. Exports `decode`.
"""

import json
import math
import re
from typing import Any, Final

from labs.e09_destructive_read.outcomes import ProtocolError, Result, StepError
from labs.e09_destructive_read.sanitize import sanitize

SIZE_MAX: Final = 1024 * 1024  # bytes
DEPTH_MAX: Final = 64  # levels of lists and objects
DIGITS_MAX: Final = 4300  # of one integer
MESSAGE_MAX: Final = 500  # characters
STATUS_MAX: Final = 40  # characters
NO_MESSAGE: Final = "the producer gave no message"
NO_BRACKET: Final = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"?|[^"\[\]{}]++', re.DOTALL)


class Unreadable(Exception):
    """The payload breaks a rule; the text names it."""


def decode(raw: bytes, step: str, server: str) -> Result:
    """The result that was read, or an error that says why there is none."""
    try:
        content = parse(text_of(raw))
        status = status_of(content)
    except Unreadable as broken:
        raise ProtocolError(step, server, str(broken), raw) from None
    # TODO: what do the libraries raise, and who will read those bytes again?
    if status == "done":
        return Result(content)
    raise StepError(step, server, message_of(content))


def text_of(raw: bytes) -> str:
    """The payload as text."""
    if len(raw) > SIZE_MAX:
        raise Unreadable("too_large")
    return raw.decode("utf-8", "replace")  # TODO: is that still what the producer wrote?


def parse(text: str) -> dict[str, Any]:
    """The object that the text is."""
    # TODO: and if it starts with a U+FEFF?
    if too_deep(text):
        raise Unreadable("too_deep")
    content = json.loads(
        text,
        object_pairs_hook=members,
        parse_constant=fraction,
        parse_float=fraction,
        parse_int=whole,
    )
    # TODO: what else may have come than an object?
    try:
        json.dumps(content, ensure_ascii=False).encode()  # only a lone surrogate cannot go back
    except UnicodeEncodeError:
        raise Unreadable("lone_surrogate") from None
    return content


def members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """One object, as the parser met its members."""
    # TODO: "status" twice, once "error" and once "done": which does a dict keep?
    return dict(pairs)


def fraction(digits: str) -> float:
    """A number with a point or an exponent; or `NaN`, `Infinity`, `-Infinity`, which the parser takes as well."""
    # TODO: what is float("NaN"), and what is float("1e999")?
    return float(digits)


def whole(digits: str) -> int:
    """A number without."""
    if len(digits.lstrip("-")) > DIGITS_MAX:
        raise Unreadable("number_too_long")
    return int(digits)


def status_of(content: dict[str, Any]) -> str:
    """What the producer said: "done" or "error"."""
    status = str(content.get("status", "done"))  # TODO: what does this make a status of?
    return status if status == "error" else "done"  # TODO: what did the producer say of all else?


def message_of(content: dict[str, Any]) -> str:
    """The producer's own words on a failure, fit for users."""
    message = content.get("message")
    return (sanitize(message, MESSAGE_MAX) if type(message) is str else "") or NO_MESSAGE


def too_deep(text: str) -> bool:
    """Whether more than `DEPTH_MAX` lists and objects are in each other; brackets in a text are none."""
    level = 0
    for bracket in NO_BRACKET.sub("", text):
        level += 1 if bracket in "[{" else -1
        if level > DEPTH_MAX:
            return True
    return False
