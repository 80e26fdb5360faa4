"""What an answer of E09.1 must show: the look that each error is, the cause that is found, and how two waits end."""

from collections.abc import Iterator

from labs.kit.scenario import NOT_OBSERVED, Claim, Json, Observation

NOT_READY = "not ready, waits"
TRANSIENT = "transient, waits"
TERMINAL = "terminal, ends"


def _rows(run: Observation, figure: str, expected: dict[str, Json]) -> Iterator[Claim]:
    for name, value in expected.items():
        yield Claim(name, value, run.observed[figure].get(name, NOT_OBSERVED))


def _ended(run: Observation, **expected: Json) -> Iterator[Claim]:
    for name, value in expected.items():
        yield Claim(name, value, run.observed[name])


def wrapped(run: Observation) -> Iterator[Claim]:
    """A failure that was read ends the wait at once, although a layer in between has wrapped it."""
    return _ended(run, told="StepError", status="failed: out of memory", ended_s=0, looks=1)


def late(run: Observation) -> Iterator[Claim]:
    """An absent key is waited on, and the result is delivered when it is there."""
    return _ended(run, told="Result", status="done", ended_s=10, looks=3)


def transient(run: Observation) -> Iterator[Claim]:
    """A store that is away for two looks loses nothing: the third look delivers."""
    return _ended(run, told="Result", status="done", ended_s=10, looks=3)


def endings(run: Observation) -> Iterator[Claim]:
    """Each ending ends the wait, a subclass among them."""
    kinds = ["StepError", "a StepError of its own class", "ProtocolError", "GoneAfterRead"]
    kinds += ["OutcomeUnknown", "HardCap", "Cancelled"]
    return _rows(run, "looks", dict.fromkeys(kinds, TERMINAL))


def listed(run: Observation) -> Iterator[Claim]:
    """An absent key is not ready; a store that is away and a lost reply are transient."""
    return _rows(
        run,
        "looks",
        {
            "NotReady": NOT_READY,
            "StoreUnavailable": TRANSIENT,
            "ReplyLost": TRANSIENT,
            "a StoreUnavailable of its own class": TRANSIENT,
        },
    )


def unknown(run: Observation) -> Iterator[Claim]:
    """An error that nobody has thought of ends the wait, whatever it sounds like."""
    kinds = ["KeyError", "RecursionError", "TimeoutError", "ConnectionError"]
    kinds += ["Exception", "MemoryError", "KeyboardInterrupt"]
    return _rows(run, "looks", dict.fromkeys(kinds, TERMINAL))


def causes(run: Observation) -> Iterator[Claim]:
    """A cause can end a wait, and cannot begin one: what may pass, inside of what may not, does not pass."""
    return _rows(
        run,
        "looks",
        {
            "a failure in a RuntimeError": TERMINAL,
            "a failure in a StoreUnavailable": TERMINAL,
            "a failure two causes down": TERMINAL,
            "an OSError in a StoreUnavailable": TRANSIENT,
            "a StoreUnavailable in a RuntimeError": TERMINAL,
            "a NotReady in a ReplyLost": TRANSIENT,
        },
    )


def groups(run: Observation) -> Iterator[Claim]:
    """A group is as bad as its worst member."""
    return _rows(
        run,
        "looks",
        {
            "absent twice": NOT_READY,
            "absent, in a group in a group": NOT_READY,
            "absent and away": TRANSIENT,
            "away, and a reply lost": TRANSIENT,
            "away and a failure": TERMINAL,
            "a failure, in a group in a group": TERMINAL,
            "away and a bug": TERMINAL,
            "absent and an interrupt": TERMINAL,
        },
    )


def members_causes(run: Observation) -> Iterator[Claim]:
    """Members have causes, and causes have members: an ending is found in either."""
    return _rows(
        run,
        "looks",
        {
            "a failure as a member's cause": TERMINAL,
            "a failure in a group that is a cause": TERMINAL,
            "a failure as the group's own cause": TERMINAL,
            "an OSError as a member's cause": TRANSIENT,
        },
    )


def contexts(run: Observation) -> Iterator[Claim]:
    """What was merely being handled at the time has no part in an error."""
    return _rows(
        run,
        "looks",
        {
            "away": TRANSIENT,
            "absent": NOT_READY,
            "a group": NOT_READY,
            "a cause": TRANSIENT,
            "beside a cause": TRANSIENT,
        },
    )


def found(run: Observation) -> Iterator[Claim]:
    """The very error is found inside all wrapping, an outer one before an inner one, members in their order."""

    def text(reason: str) -> str:
        return f"render on gpu-7: {reason}"

    return _rows(
        run,
        "found",
        {
            "itself": text("mine"),
            "a cause": text("inner"),
            "the outer of two": text("outer"),
            "the first of two": text("first"),
            "in a group in a group": text("within"),
            "a member's cause": text("beneath"),
            "in a group that is a cause": text("behind"),
            "a class of its own": text("out of memory"),
            "another class": None,
            "only its text": None,
            "another job's": None,
        },
    )


def far_causes(run: Observation) -> Iterator[Claim]:
    """A chain of causes may be long, or go round in a circle."""
    return _rows(run, "looks", {"a circle": "terminal", "a long chain": "terminal"})


def far_groups(run: Observation) -> Iterator[Claim]:
    """Groups may be deep in each other, or shared."""
    return _rows(run, "looks", {"a deep nest": "not ready", "shared groups": "transient"})


def found_far_causes(run: Observation) -> Iterator[Claim]:
    """A cause is found however long the chain is, and a circle of them ends."""
    return _rows(run, "found", {"a circle": None, "a long chain": "render on gpu-7: far"})


def found_far_groups(run: Observation) -> Iterator[Claim]:
    """A member is found however deep it is, and each group is looked at once."""
    far = "render on gpu-7: far"
    return _rows(run, "found", {"a deep nest": far, "shared groups": far})


CHECKS = {
    "wrapped": wrapped,
    "late": late,
    "transient": transient,
    "endings": endings,
    "listed": listed,
    "unknown": unknown,
    "causes": causes,
    "groups": groups,
    "members-causes": members_causes,
    "contexts": contexts,
    "found": found,
    "far-causes": far_causes,
    "far-groups": far_groups,
    "found-far-causes": found_far_causes,
    "found-far-groups": found_far_groups,
}
