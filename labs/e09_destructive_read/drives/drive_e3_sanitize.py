"""Drives an answer of E09.3: texts of one kind each, with secrets in them, cut at several places."""

from collections.abc import Callable, Mapping
from typing import Any

from labs.kit.history import History
from labs.kit.scenario import Json, Observation

LIMIT = 100
URL = "https://u:S3CR3T@h.ex/"

Text = str | bytes
Drive = Callable[[Any], Observation]


def sanitized(answer: Any, text: Text, limit: int = LIMIT) -> Json:
    """What the answer makes of a text; an error is told in its place."""
    try:
        made = answer.sanitize(text, limit)
    except Exception as error:  # noqa: BLE001 - recorded: the parent judges it
        return f"raises {type(error).__name__}"
    return made if isinstance(made, str) else f"returns a {type(made).__name__}"


def rows(texts: Mapping[str, Text]) -> Drive:
    """Each text by its name, and what the answer makes of it."""

    def drive(answer: Any) -> Observation:
        history, made = History(), {}
        for name, text in texts.items():
            made[name] = sanitized(answer, text)
            history.note("user", f"{name}: sees {made[name]!a}"[:120])
        return Observation.of(history, made=made)

    return drive


def cut(text: Text, *limits: int) -> Drive:
    """One text at several limits."""

    def drive(answer: Any) -> Observation:
        history, made = History(), {}
        for limit in limits:
            made[f"limit {limit}"] = sanitized(answer, text, limit)
            history.note("user", f"limit {limit}: sees {made[f'limit {limit}']!a}")
        return Observation.of(history, made=made)

    return drive


def twice(answer: Any) -> Observation:
    """Each nasty text once, and what comes of it once more, at several limits."""
    history = History()
    pairs: dict[str, Json] = {}
    for name, text in NASTY.items():
        for limit in (6, LIMIT):
            once = sanitized(answer, text, limit)
            pairs[f"{name}, limit {limit}"] = [once, sanitized(answer, str(once), limit)]
            history.note("user", f"{name}, limit {limit}: sees {once!a}")
    return Observation.of(history, pairs=pairs)


PLAIN: dict[str, Text] = {
    "words": "out of memory: 3 of 4 GiB, 75 %",
    "nothing": "",
    "spaces": "  two  spaces, and one behind ",
    "a slash by itself": "1 / 2 or 3 \\ 4",
    "a slash at the end": "to and fro/",
    "a colon": "C: is full, see note: x",
    "a marker": "[path] and [url]",
    "other letters": "m\u00e9moire \u0441\u0431\u043e\u0439 \u5931\u8d25 \U0001f600",
    "other blanks": "a\u00a0b\u3000c",
    "private use": "a\ue000b",
}
REPAIRED: dict[str, Text] = {
    "UTF-8": "caf\u00e9 \u5931".encode(),
    "no UTF-8": b"a\xff\xfeb",
    "cut in a character": b"caf\xc3",
    "a surrogate in UTF-8": b"a\xed\xa0\x80b",
    "a path in bytes": b"open /srv/\xff/id failed",
    "no bytes": b"",
}
UNPRINTED: dict[str, Text] = {
    "control characters": "a\nb\tc\x00d\x7fe\x85f\x1b[0m",
    "line separators": "a\u2028b\u2029c\r\nd",
    "directions": "a\u202eb\u2066c\u200fd",
    "zero width": "a\u200bb\u200dc\ufeffd\u00ade",
    "half a character": "a\ud800b\udfffc",
    "tags": "a\U000e0041b",
}
PATHS: dict[str, Text] = {
    "POSIX": "open /srv/S3CR3T failed",
    "the root's own": "open /S3CR3T failed",
    "Windows": "open C:\\d\\S3CR3T failed",
    "Windows, slashes": "open c:/S3CR3T failed",
    "a share": "open \\\\h\\S3CR3T failed",
    "another blank in it": "open /a\u00a0S3CR3T failed",
    "a URL in it": "open /c/http://S3CR3T failed",
}
PATHS_BESIDE: dict[str, Text] = {
    "at both ends": "/srv/S3CR3T and /S3CR3T",
    "in brackets": "(/srv/S3CR3T) failed",
    "in quotes": 'open "/srv/S3CR3T"',
    "behind a colon": "open:/srv/S3CR3T",
    "behind a word": "and/S3CR3T",
    "behind two letters": "at ab:/S3CR3T",
}
URLS: dict[str, Text] = {
    "https": f"GET {URL} failed",
    "capitals": "GET HTTP://S3CR3T failed",
    "file": "GET file:///S3CR3T failed",
    "another scheme": "GET s3+v2.x-y://S3CR3T failed",
    "no scheme": "GET ://S3CR3T failed",
    "another blank in it": "GET x://h\u00a0S3CR3T failed",
    "nothing behind it": "GET http:// failed",
}
URLS_BESIDE: dict[str, Text] = {
    "at both ends": "a://S3CR3T and b://S3CR3T",
    "in brackets": "(http://S3CR3T) failed",
    "in quotes": 'GET "http://S3CR3T"',
    "behind a sign": "url=http://S3CR3T",
    "behind a letter": "GET \u00e9://S3CR3T",
}
JOINED: dict[str, Text] = {
    "a path": "open\n/srv/S3CR3T",
    "a path, nothing seen": "open\u200b/srv/S3CR3T",
    "a drive": "open:\tC:\\S3CR3T",
    "a URL": f"see:\n{URL}",
    "a URL, nothing seen": f"see\u2060{URL}",
}
SPLIT: dict[str, Text] = {
    "a path": "open /srv/\nS3CR3T failed",
    "its first slash": "open /\n/srv/S3CR3T failed",
    "a drive": "open C\x00:\x00\\\x00S3CR3T failed",
    "a scheme": "GET ht\u200btps:\u200b/\u200b/S3CR3T failed",
    "a password": "GET https://user:\r\nS3CR3T@h.example failed",
    "a host, two lines": "GET https://h\u2028.example/S3CR3T failed",
}
NASTY: dict[str, Text] = {
    "a URL": "GET http://S3 x",
    "a path": "open /srv/S3 x",
    "joined": "a\n/b C:\u200b\\d",
    "slashes": "/ // \\/ a/ /a",
    "bytes": b"\xff/\xff \xff",
}

DRIVES = {
    "split": rows(SPLIT),
    "joined": rows(JOINED),
    "cut": cut(f"at {URL} x", 0, 1, 2, 5, 8, 9, 10),
    "cut-words": cut("caf\u00e9\n \U0001f600\u5931\u8d25 / end", 0, 3, 4, 6, 7, 8, 12),
    "paths": rows(PATHS),
    "paths-beside": rows(PATHS_BESIDE),
    "urls": rows(URLS),
    "urls-beside": rows(URLS_BESIDE),
    "unprinted": rows(UNPRINTED),
    "repaired": rows(REPAIRED),
    "plain": rows(PLAIN),
    "twice": twice,
}
