"""What a producer may have left behind: every row of the table, by name."""

from typing import Final

from labs.e09_destructive_read.decode import DIGITS_MAX, SIZE_MAX

_DEEP = 100_000  # levels, beyond what any Python's own parser takes

PAYLOADS: Final[dict[str, bytes]] = {
    "done": b'{"status": "done", "content": "frame 7"}',
    "error": b'{"status": "error", "message": "out of memory"}',
    "error, no message": b'{"status": "error"}',
    "empty object": b"{}",
    "half a result": b'{"content": "half"}',
    "status 1": b'{"status": 1}',
    "status null": b'{"status": null}',
    "status true": b'{"status": true}',
    'status ["done"]': b'{"status": ["done"]}',
    "status DONE": b'{"status": "DONE"}',
    "status empty": b'{"status": ""}',
    "status ok": b'{"status": "ok"}',
    "a list": b"[]",
    "null": b"null",
    "a number": b"3",
    "a string": b'"done"',
    "key twice": b'{"status": "error", "status": "done"}',
    "NaN": b'{"status": "done", "content": NaN}',
    "1e999": b'{"status": "done", "content": 1e999}',
    "lone surrogate": b'{"status": "done", "content": "\\ud800"}',
    "not JSON": b"done",
    "empty": b"",
    "invalid UTF-8": b'{"status": "done\xff"}',
    "UTF-16": '{"status": "done"}'.encode("utf-16"),
    "BOM": b'\xef\xbb\xbf{"status": "done"}',
    "too deep": b'{"status": "done", "content": ' + b"[" * _DEEP + b"]" * _DEEP + b"}",
    "too large, cut": b'{"status": "done", "content": "' + b"x" * SIZE_MAX,
    "number too long": b'{"status": "done", "content": ' + b"9" * (DIGITS_MAX + 1) + b"}",
}
