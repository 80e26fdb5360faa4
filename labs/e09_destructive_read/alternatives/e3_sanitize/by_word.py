"""Word by word, with `partition` for URLs and a search for paths; a class that holds the text between the steps."""

import re
import unicodedata
from dataclasses import dataclass

DRIVE_OR_SLASH = re.compile(r"(?<![a-z])[a-z]:[\\/].|[\\/].", re.IGNORECASE | re.ASCII)


def without_scheme(text):
    at = len(text)
    while at and (text[at - 1].isascii() and text[at - 1].isalnum() or text[at - 1] in "+-."):
        at -= 1
    return text[:at]


@dataclass(frozen=True)
class Words:
    text: str

    @classmethod
    def of(cls, raw):
        return cls(raw.decode("utf-8", "replace") if isinstance(raw, bytes) else raw)

    def printed(self):
        unseen = {char for char in set(self.text) if unicodedata.category(char) in ("Cc", "Cf", "Cs", "Zl", "Zp")}
        return Words(self.text.translate({ord(char): "" for char in unseen}))

    def redacted(self):
        return Words(" ".join(map(self._word, self.text.split(" "))))

    @staticmethod
    def _word(word):
        front, colon, _ = word.partition("://")
        begins = [(len(without_scheme(front)), "[url]")] if colon else []
        if path := DRIVE_OR_SLASH.search(word):
            begins.append((path.start(), "[path]"))
        if not begins:
            return word
        at, marker = min(begins, key=lambda begin: begin[0])
        return word[:at] + marker


def sanitize(text, limit):
    return Words.of(text).printed().redacted().text[:limit]
