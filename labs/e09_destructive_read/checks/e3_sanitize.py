"""What an answer of E09.3 must show: what a user sees of each text, and that no secret is among it."""

from collections.abc import Iterator

from labs.kit.scenario import NOT_OBSERVED, Claim, Json, Observation


def _rows(run: Observation, expected: dict[str, Json]) -> Iterator[Claim]:
    for name, value in expected.items():
        yield Claim(name, value, run.observed["made"].get(name, NOT_OBSERVED))


def _cut(run: Observation, whole: str, *limits: int) -> Iterator[Claim]:
    return _rows(run, {f"limit {limit}": whole[:limit] for limit in limits})


def split(run: Observation) -> Iterator[Claim]:
    """A path or URL with something in it that does not print is redacted to its end."""
    path, url = "open [path] failed", "GET [url] failed"
    return _rows(
        run,
        {
            "a path": path,
            "its first slash": path,
            "a drive": path,
            "a scheme": url,
            "a password": url,
            "a host, two lines": url,
        },
    )


def joined(run: Observation) -> Iterator[Claim]:
    """A path or URL that deletion has joined to the word before it is redacted as well."""
    return _rows(
        run,
        {
            "a path": "open[path]",
            "a path, nothing seen": "open[path]",
            "a drive": "open:[path]",
            "a URL": "see:[url]",
            "a URL, nothing seen": "[url]",
        },
    )


def cut(run: Observation) -> Iterator[Claim]:
    """A cut through a URL leaves a part of the marker, and none of the URL."""
    return _cut(run, "at [url] x", 0, 1, 2, 5, 8, 9, 10)


def cut_words(run: Observation) -> Iterator[Claim]:
    """A cut counts the characters that are shown, parts none of them, and adds nothing."""
    return _cut(run, "café 😀失败 / end", 0, 3, 4, 6, 7, 8, 12)


def paths(run: Observation) -> Iterator[Claim]:
    """A path is redacted from its beginning to the next space."""
    kinds = ["POSIX", "the root's own", "Windows", "Windows, slashes", "a share"]
    kinds += ["another blank in it", "a URL in it"]
    return _rows(run, dict.fromkeys(kinds, "open [path] failed"))


def paths_beside(run: Observation) -> Iterator[Claim]:
    """A path is redacted whatever stands in front of it."""
    return _rows(
        run,
        {
            "at both ends": "[path] and [path]",
            "in brackets": "([path] failed",
            "in quotes": 'open "[path]',
            "behind a colon": "open:[path]",
            "behind a word": "and[path]",
            "behind two letters": "at ab:[path]",
        },
    )


def urls(run: Observation) -> Iterator[Claim]:
    """A URL is redacted from its scheme to the next space, whatever the scheme is."""
    kinds = ["https", "capitals", "file", "another scheme", "no scheme"]
    kinds += ["another blank in it", "nothing behind it"]
    return _rows(run, dict.fromkeys(kinds, "GET [url] failed"))


def urls_beside(run: Observation) -> Iterator[Claim]:
    """A URL is redacted whatever stands in front of it."""
    return _rows(
        run,
        {
            "at both ends": "[url] and [url]",
            "in brackets": "([url] failed",
            "in quotes": 'GET "[url]',
            "behind a sign": "url=[url]",
            "behind a letter": "GET é[url]",
        },
    )


def unprinted(run: Observation) -> Iterator[Claim]:
    """What does not print is deleted, and nothing stands in its place."""
    return _rows(
        run,
        {
            "control characters": "abcdef[0m",
            "line separators": "abcd",
            "directions": "abcd",
            "zero width": "abcde",
            "half a character": "abc",
            "tags": "ab",
        },
    )


def repaired(run: Observation) -> Iterator[Claim]:
    """Bytes are text, with U+FFFD where they are none."""
    return _rows(
        run,
        {
            "UTF-8": "café 失",
            "no UTF-8": "a\ufffd\ufffdb",
            "cut in a character": "caf\ufffd",
            "a surrogate in UTF-8": "a\ufffd\ufffd\ufffdb",
            "a path in bytes": "open [path] failed",
            "no bytes": "",
        },
    )


def plain(run: Observation) -> Iterator[Claim]:
    """What prints, and is neither path nor URL, stays as it was."""
    return _rows(
        run,
        {
            "words": "out of memory: 3 of 4 GiB, 75 %",
            "nothing": "",
            "spaces": "  two  spaces, and one behind ",
            "a slash by itself": "1 / 2 or 3 \\ 4",
            "a slash at the end": "to and fro/",
            "a colon": "C: is full, see note: x",
            "a marker": "[path] and [url]",
            "other letters": "mémoire сбой 失败 😀",
            "other blanks": "a\u00a0b\u3000c",
            "private use": "a\ue000b",
        },
    )


def twice(run: Observation) -> Iterator[Claim]:
    """What has been sanitised stays as it is."""
    for name, (once, again) in run.observed["pairs"].items():
        yield Claim(name, once, again)


CHECKS = {
    "split": split,
    "joined": joined,
    "cut": cut,
    "cut-words": cut_words,
    "paths": paths,
    "paths-beside": paths_beside,
    "urls": urls,
    "urls-beside": urls_beside,
    "unprinted": unprinted,
    "repaired": repaired,
    "plain": plain,
    "twice": twice,
}
