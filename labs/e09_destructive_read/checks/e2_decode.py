"""What an answer of E09.2 must show: the one verdict on each payload, and how two waits end."""

from collections.abc import Iterator

from labs.kit.scenario import NOT_OBSERVED, Claim, Json, Observation


def _rows(run: Observation, expected: dict[str, Json]) -> Iterator[Claim]:
    for name, value in expected.items():
        yield Claim(name, value, run.observed["told"].get(name, NOT_OBSERVED))


def half(run: Observation) -> Iterator[Claim]:
    """An object without a status is no result, whatever else is in it."""
    kinds = ["empty object", "half a result", "another key"]
    return _rows(run, dict.fromkeys(kinds, "missing_status"))


def done(run: Observation) -> Iterator[Claim]:
    """What says done is delivered: the whole object, unchanged, with keys that nobody knows or without content."""
    failure = {"status": "error"}
    others = {"node": "gpu-7", "message": "all well", "v": 2}
    return _rows(
        run,
        {
            "plain": {"status": "done", "content": "frame 7"},
            "no content": {"status": "done"},
            "null content": {"status": "done", "content": None},
            "spaces around": {"status": "done"},
            "unknown keys": {"status": "done", **others},
            "a failure in the content": {"status": "done", "content": failure},
            "numbers": {"status": "done", "content": [1, -2, 2.5, 1e308, -1e-3]},
            "texts": {"status": "done", "content": 'é é 😀 😀 "\\/'},
        },
    )


def odd(run: Observation) -> Iterator[Claim]:
    """What only looks as if it broke a rule is delivered."""
    kinds = ["brackets in a text", "a quote, then brackets", "NaN in a text"]
    kinds += ["an escape that is none", "a key in two objects", "two keys alike"]
    kinds += ["U+FEFF in a text", "U+FFFD and NUL in a text"]
    return _rows(run, dict.fromkeys(kinds, "done"))


def failed(run: Observation) -> Iterator[Claim]:
    """What says error is told in the producer's own words, made fit for users; without any, it says so."""
    nothing = "StepError: the producer gave no message"
    return _rows(
        run,
        {
            "a message": "StepError: out of memory",
            "a message with a path": "StepError: open[path] [url]",
            "a long message": "StepError: " + "x" * 500,
            "no message": nothing,
            "an empty message": nothing,
            "nothing that prints": nothing,
            "a number": nothing,
            "null": nothing,
            "done in the content": nothing,
        },
    )


def status_kind(run: Observation) -> Iterator[Claim]:
    """A status that is no text says nothing, and is not made into one."""
    kinds = ["status 1", "status null", "status true", 'status ["done"]', "object"]
    return _rows(run, dict.fromkeys(kinds, "status_not_string"))


def status_unknown(run: Observation) -> Iterator[Claim]:
    """Only what was agreed on counts as a status; any other is told, in part and without paths."""
    same = {kind: f"unknown_status:{kind}" for kind in ("DONE", "ok", "do", "PENDING")}
    return _rows(
        run,
        {
            **same,
            "empty": "unknown_status:",
            "done and a space": "unknown_status:done ",
            "with a path": "unknown_status:[path]",
            "long": "unknown_status:" + "y" * 40,
        },
    )


def no_object(run: Observation) -> Iterator[Claim]:
    """JSON that is no object is no answer."""
    kinds = ["a list", "null", "a number", "a string", "in a list"]
    return _rows(run, dict.fromkeys(kinds, "not_an_object"))


def key_twice(run: Observation) -> Iterator[Claim]:
    """A key that comes twice in one object is not decided by chance."""
    kinds = ["error, then done", "done, then error", "the same"]
    kinds += ["in the content", "once by its code"]
    return _rows(run, dict.fromkeys(kinds, "duplicate_key"))


def numbers(run: Observation) -> Iterator[Claim]:
    """What is no number in JSON, or none in a float, is not delivered as one."""
    kinds = ["NaN", "Infinity", "-Infinity", "1e999", "-1e999"]
    return _rows(run, dict.fromkeys(kinds, "not_a_number"))


def surrogates(run: Observation) -> Iterator[Claim]:
    """Half a character is no text that could be written down again."""
    return _rows(run, dict.fromkeys(["a value", "a key", "the wrong way round"], "lone_surrogate"))


def no_json(run: Observation) -> Iterator[Claim]:
    """What is no JSON is called that."""
    kinds = ["not JSON", "empty", "spaces", "cut", "cut in a text", "and more", "single quotes"]
    kinds += ["a comma too many", "a line feed in a text", "01", "a comment"]
    return _rows(run, dict.fromkeys(kinds, "invalid_json"))


def encodings(run: Observation) -> Iterator[Claim]:
    """UTF-8 was agreed on, without a mark; no other encoding is found out, and nothing is replaced."""
    return _rows(
        run,
        {
            "invalid UTF-8": "invalid_utf8",
            "UTF-16": "invalid_utf8",
            "BOM": "byte_order_mark",
            "UTF-16, no mark": "invalid_json",
            "UTF-32, no mark": "invalid_json",
            "Latin-1": "invalid_utf8",
            "a surrogate in UTF-8": "invalid_utf8",
        },
    )


def size(run: Observation) -> Iterator[Claim]:
    """One MiB is taken, and a byte more is not; that is told before the parser runs."""
    large = ["1 MiB and a byte", "1 MiB, fewer characters", "too large, and cut"]
    return _rows(run, {"1 MiB": "done", **dict.fromkeys(large, "too_large")})


def levels(run: Observation) -> Iterator[Claim]:
    """Sixty-four levels are taken, and any number of lists beside each other."""
    return _rows(run, dict.fromkeys(["64 levels", "many lists, few levels"], "done"))


def too_deep(run: Observation) -> Iterator[Claim]:
    """One level more is not taken; that is told before the parser runs."""
    return _rows(run, dict.fromkeys(["65 levels", "65 levels, cut", "100,000 levels"], "too_deep"))


def two_rules(run: Observation) -> Iterator[Claim]:
    """What breaks two rules in front of the parser gets the name of the first."""
    mark = "byte_order_mark"
    return _rows(
        run,
        {
            "too large, no UTF-8": "too_large",
            "no UTF-8, too deep": "invalid_utf8",
            "a mark, too deep": mark,
            "a mark, no JSON": mark,
        },
    )


def digits(run: Observation) -> Iterator[Claim]:
    """A number of 4,300 digits is taken, and of one more is not."""
    taken = ["4,300 digits", "4,300 digits, negative"]
    return _rows(run, {**dict.fromkeys(taken, "done"), "4,301 digits": "number_too_long"})


def hidden(run: Observation) -> Iterator[Claim]:
    """Of what cannot be read the beginning is kept for the log, and nothing is shown to users."""
    kept = {"no JSON": 6, "no UTF-8": 256, "no status": 256, "a status that is none": 22}
    kept |= {"a path as status": 21, "a key twice": 26}
    return _rows(
        run,
        {kind: f"render on gpu-7, {size} bytes kept, not shown" for kind, size in kept.items()},
    )


def _ended(run: Observation, **expected: Json) -> Iterator[Claim]:
    for name, value in expected.items():
        yield Claim(name, value, run.observed[name])


def failure_told(run: Observation) -> Iterator[Claim]:
    """A failure that was read ends the wait at once, with the producer's own reason."""
    return _ended(run, told="StepError", status="failed: out of memory", ended_s=0, looks=1)


def unreadable_told(run: Observation) -> Iterator[Claim]:
    """What cannot be read ends the wait at once, by the name of the rule that it breaks."""
    return _ended(run, told="ProtocolError", status="failed: invalid_json", ended_s=0, looks=1)


CHECKS = {
    "half": half,
    "done": done,
    "odd": odd,
    "failed": failed,
    "status-kind": status_kind,
    "status-unknown": status_unknown,
    "no-object": no_object,
    "key-twice": key_twice,
    "numbers": numbers,
    "surrogates": surrogates,
    "no-json": no_json,
    "encodings": encodings,
    "size": size,
    "levels": levels,
    "too-deep": too_deep,
    "two-rules": two_rules,
    "digits": digits,
    "hidden": hidden,
    "failure-told": failure_told,
    "unreadable-told": unreadable_told,
}
