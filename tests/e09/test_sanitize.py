"""A producer's text made fit for users: repaired, stripped, redacted, cut, in this order."""

import unicodedata

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from labs.e09_destructive_read.sanitize import sanitize

MEGABYTE = 1_000_000
UNPRINTED = ("Cc", "Cf", "Cs", "Zl", "Zp")
ANY_TEXT = st.text(st.characters(exclude_categories=()))
NASTY = st.text(st.sampled_from("ab/\\:. +-[]hC\n\u200b\u202e\ud800\u2028\u00a0é"))
TEXTS = ANY_TEXT | NASTY | st.binary()
LIMITS = st.integers(0, 40)
thorough = settings(derandomize=True, max_examples=250, deadline=None)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("out of memory", "out of memory"),
        ("", ""),
        (b"caf\xc3\xa9", "café"),
        (b"\xff\xfe", "\ufffd\ufffd"),
        ("a\nb\tc\x00d\x7fe\x85f", "abcdef"),
        ("a\u200bb\u202ec\u2066d\ufeffe\u2028f\u2029g\ud800h", "abcdefgh"),
        ("open /etc/passwd failed", "open [path] failed"),
        ("open C:\\keys\\id failed", "open [path] failed"),
        ("open c:/keys/id failed", "open [path] failed"),
        ("open \\\\host\\share\\id failed", "open [path] failed"),
        ("GET https://h.example/v1?k=1 failed", "GET [url] failed"),
        ("GET file:///etc/passwd failed", "GET [url] failed"),
        ("GET HTTP://H.EXAMPLE failed", "GET [url] failed"),
        ("open:\n/etc/passwd", "open:[path]"),
        ("open\n/etc/passwd", "open[path]"),
        ("see\nhttps://h.example/v1", "[url]"),
        ("(/etc/passwd)", "([path]"),
        ("1 / 2", "1 / 2"),
        ("a/", "a/"),
        ("a/https://h.example", "a[path]"),
        ("https://h.example/\u00a0secret", "[url]"),
    ],
)
def test_examples(text: str | bytes, expected: str) -> None:
    """What does not print is gone, and paths and URLs are named and not told."""
    assert sanitize(text, 100) == expected


@pytest.mark.parametrize(
    ("limit", "expected"), [(0, ""), (1, "["), (5, "[path"), (6, "[path]"), (7, "[path]"), (-1, "")]
)
def test_short_limits(limit: int, expected: str) -> None:
    """A limit shorter than a marker cuts the marker; none at all leaves nothing."""
    assert sanitize("/etc/passwd", limit) == expected


@given(TEXTS, LIMITS)
@thorough
def test_never_longer(text: str | bytes, limit: int) -> None:
    """The answer has at most `limit` characters, whatever comes in."""
    assert len(sanitize(text, limit)) <= limit


@given(TEXTS, LIMITS)
@example("a/http://b", 40)
@example("/\n/a", 40)
@example("a:\\", 2)
@thorough
def test_twice_is_once(text: str | bytes, limit: int) -> None:
    """What has been sanitised stays as it is."""
    once = sanitize(text, limit)

    assert sanitize(once, limit) == once


@given(TEXTS)
@thorough
def test_only_what_prints(text: str | bytes) -> None:
    """No control, format or surrogate character and no line separator is left."""
    assert {unicodedata.category(char) for char in sanitize(text, 100)}.isdisjoint(UNPRINTED)


@given(TEXTS, LIMITS)
@thorough
def test_the_cut_comes_last(text: str | bytes, limit: int) -> None:
    """A short answer is the beginning of the long one: the cut changes nothing before it."""
    assert sanitize(text, limit) == sanitize(text, 10_000)[:limit]


@given(st.binary())
@thorough
def test_bytes_are_repaired_first(raw: bytes) -> None:
    """Bytes are answered like the text that they are, with U+FFFD where they are none."""
    assert sanitize(raw, 100) == sanitize(raw.decode("utf-8", "replace"), 100)


@given(st.text("abc xyz.,;"))
@thorough
def test_plain_words_stay(text: str) -> None:
    """A text without slashes is only cut."""
    assert sanitize(text, 100) == text[:100]


SECRET = "S3CR3T0123456789"  # shares no four characters with what surrounds it
PLANTED = [
    f"https://user:{SECRET}@h.example/v1?k={SECRET}",
    f"ftp://h.example/{SECRET}",
    f"/srv/keys/{SECRET}",
    f"/{SECRET}",
    f"C:\\keys\\{SECRET}",
    f"c:/{SECRET}",
    f"\\\\host\\share\\{SECRET}",
]
UNSEEN = st.text(
    st.sampled_from("\n\r\t\x00\x1b\x85\u200b\u200d\u202e\u2066\u2028\u2029\ufeff\ud800")
)
WORDS = st.text("abc xyz.,;")


@given(st.sampled_from(PLANTED), WORDS, WORDS, UNSEEN, st.integers(0, 60), st.integers(0, 100))
@thorough
def test_no_secret_left(
    secret: str, before: str, after: str, unseen: str, where: int, limit: int
) -> None:
    """No four characters of a planted path, URL or token survive, wherever what does not print or the cut falls."""
    text = before + secret[:where] + unseen + secret[where:] + " " + after

    kept = sanitize(text, limit)

    assert [part for part in fours(SECRET) if part in kept] == []


@given(st.sampled_from(PLANTED), WORDS, st.lists(UNSEEN, min_size=70, max_size=70))
@thorough
def test_no_secret_left_in_pieces(secret: str, before: str, unseen: list[str]) -> None:
    """The same with something that does not print between any two characters."""
    text = before + "".join(a + b for a, b in zip(unseen, secret, strict=False))

    assert [part for part in fours(SECRET) if part in sanitize(text, 200)] == []


def fours(text: str) -> list[str]:
    """Every four characters in a row."""
    return [text[start : start + 4] for start in range(len(text) - 3)]


@pytest.mark.timeout(30)
@pytest.mark.parametrize(
    "text",
    [
        "a" * MEGABYTE,
        "/" * MEGABYTE,
        "\\" * MEGABYTE,
        "C:\\" * (MEGABYTE // 3),
        "a:" * (MEGABYTE // 2),
        "://" * (MEGABYTE // 3),
        "a://b " * (MEGABYTE // 6),
        "http:" * (MEGABYTE // 5),
        "a" * MEGABYTE + "://b",
        " " * MEGABYTE,
        "a " * (MEGABYTE // 2),
        "\u200b" * MEGABYTE,
        "a\n" * (MEGABYTE // 2),
        b"\xff" * MEGABYTE,
        "".join(map(chr, range(0x10FFFF))),
    ],
    ids=lambda text: repr(text[:6]),
)
def test_a_megabyte(text: str | bytes) -> None:
    """A million characters, of kinds that make a pattern start over, take no time to speak of."""
    assert len(sanitize(text, 100)) <= 100
