"""No patterns: one walk over each word, and characters that are kept or dropped one by one."""

import unicodedata

INVISIBLE = ("Cc", "Cf", "Cs", "Zl", "Zp")
IN_SCHEME = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+-.")
LETTERS = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")


def visible(text):
    return "".join(char for char in text if unicodedata.category(char) not in INVISIBLE)


def redact(word):
    scheme_at = 0
    for at, char in enumerate(word):
        if word.startswith("://", at):
            return word[:scheme_at] + "[url]"
        if char not in IN_SCHEME:
            scheme_at = at + 1
        if char in "/\\" and at + 1 < len(word):
            return word[: begin_of_path(word, at)] + "[path]"
    return word


def begin_of_path(word, slash):
    if slash < 2 or word[slash - 1] != ":" or word[slash - 2] not in LETTERS:
        return slash
    if slash > 2 and word[slash - 3] in LETTERS:
        return slash
    return slash - 2


def sanitize(text, limit):
    if isinstance(text, bytes):
        text = str(text, "utf-8", "replace")
    return " ".join([redact(word) for word in visible(text).split(" ")])[:limit]
