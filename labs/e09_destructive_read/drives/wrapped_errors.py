"""The errors that E09.1 is driven with, in all kinds of wrapping; each call makes them anew."""

from collections.abc import Callable

from labs.e09_destructive_read.outcomes import (
    Cancelled,
    GoneAfterRead,
    HardCap,
    NotReady,
    OutcomeUnknown,
    ProtocolError,
    StepError,
)
from labs.e09_destructive_read.result_store import ReplyLost, StoreUnavailable

LONG_CHAIN = 60  # causes: more than the calls that a driver leaves to a function that calls itself
DEEP_NEST = 30  # groups: fewer, for some Pythons count the calls of `subgroup` as well
MINE = "made here"


class Loading(StoreUnavailable):
    """One way for a store to be away."""


class OutOfMemory(StepError):
    """One way for a step to fail."""


def reason(text: str, kind: type[StepError] = StepError) -> StepError:
    """A failure that is known again by its text and, unless somebody made another one of it, by its note."""
    error = kind("render", "gpu-7", text)
    error.add_note(MINE)
    return error


def failed(kind: type[StepError] = StepError) -> StepError:
    """What the producer says of a job that failed."""
    return reason("out of memory", kind)


def caused(error: BaseException, cause: BaseException) -> BaseException:
    """The error, as `raise error from cause` leaves it."""
    error.__cause__ = cause
    return error


def while_handling(error: BaseException, context: BaseException) -> BaseException:
    """The error, as raised without a `from` while another one was being handled."""
    error.__context__ = context
    return error


def group(*members: BaseException) -> BaseException:
    """The members as one error."""
    return BaseExceptionGroup("several", list(members))


def special() -> StepError:
    """An ending of a class of its own."""
    return failed(OutOfMemory)


def circle() -> BaseException:
    """Two errors that are each other's cause."""
    one, two = RuntimeError("one"), RuntimeError("two")
    one.__cause__, two.__cause__ = two, one
    return one


def chain(inner: BaseException) -> BaseException:
    """The error as the cause of a cause, many times over."""
    for _ in range(LONG_CHAIN):
        inner = caused(RuntimeError("in between"), inner)
    return inner


def nested(inner: BaseException) -> BaseException:
    """The error in a group in a group, many times over."""
    for _ in range(DEEP_NEST):
        inner = group(inner)
    return inner


def shared(inner: BaseException) -> BaseException:
    """Groups that hold one and the same group twice: thousands of ways lead to the one error."""
    for _ in range(12):
        inner = group(inner, inner)
    return inner


def endings() -> dict[str, BaseException]:
    """Every way for a wait to end."""
    return {
        "StepError": failed(),
        "a StepError of its own class": special(),
        "ProtocolError": ProtocolError("render", "gpu-7", "invalid_json"),
        "GoneAfterRead": GoneAfterRead("render", "gpu-7"),
        "OutcomeUnknown": OutcomeUnknown("render", "gpu-7"),
        "HardCap": HardCap("render", "gpu-7", 20, "no result yet"),
        "Cancelled": Cancelled("render", "gpu-7"),
    }


def listed() -> dict[str, BaseException]:
    """What may pass by itself."""
    return {
        "NotReady": NotReady("no result yet"),
        "StoreUnavailable": StoreUnavailable("refused"),
        "ReplyLost": ReplyLost("no reply came"),
        "a StoreUnavailable of its own class": Loading("loading"),
    }


def unknown() -> dict[str, BaseException]:
    """What nobody has thought of; some of it sounds like something to wait for."""
    return {
        "KeyError": KeyError("status"),
        "RecursionError": RecursionError("too deep"),
        "TimeoutError": TimeoutError("timed out"),
        "ConnectionError": ConnectionError("refused"),
        "Exception": Exception("no result yet"),
        "MemoryError": MemoryError(),
        "KeyboardInterrupt": KeyboardInterrupt(),
    }


def causes() -> dict[str, BaseException]:
    """Errors with a cause."""
    return {
        "a failure in a RuntimeError": caused(RuntimeError(), failed()),
        "a failure in a StoreUnavailable": caused(StoreUnavailable(), failed()),
        "a failure two causes down": caused(NotReady(), caused(KeyError(), failed())),
        "an OSError in a StoreUnavailable": caused(StoreUnavailable(), OSError("refused")),
        "a StoreUnavailable in a RuntimeError": caused(RuntimeError(), StoreUnavailable()),
        "a NotReady in a ReplyLost": caused(ReplyLost(), NotReady()),
    }


def groups() -> dict[str, BaseException]:
    """Errors that are several."""
    return {
        "absent twice": group(NotReady(), NotReady()),
        "absent, in a group in a group": group(group(NotReady())),
        "absent and away": group(NotReady(), StoreUnavailable()),
        "away, and a reply lost": group(StoreUnavailable(), group(ReplyLost())),
        "away and a failure": group(StoreUnavailable(), failed()),
        "a failure, in a group in a group": group(NotReady(), group(failed(), NotReady())),
        "away and a bug": group(StoreUnavailable(), KeyError("status")),
        "absent and an interrupt": group(NotReady(), KeyboardInterrupt()),
    }


def members_causes() -> dict[str, BaseException]:
    """Groups and causes in each other."""
    return {
        "a failure as a member's cause": group(caused(StoreUnavailable(), failed())),
        "a failure in a group that is a cause": caused(StoreUnavailable(), group(failed())),
        "a failure as the group's own cause": caused(group(NotReady()), failed()),
        "an OSError as a member's cause": group(caused(StoreUnavailable(), OSError("refused"))),
    }


def contexts() -> dict[str, BaseException]:
    """Errors met while another one was being handled."""
    return {
        "away": while_handling(StoreUnavailable(), failed()),
        "absent": while_handling(NotReady(), failed()),
        "a group": group(while_handling(NotReady(), failed())),
        "a cause": caused(StoreUnavailable(), while_handling(OSError("refused"), failed())),
        "beside a cause": while_handling(caused(StoreUnavailable(), OSError("refused")), failed()),
    }


FOUND: dict[str, Callable[[], BaseException]] = {
    "itself": lambda: reason("mine"),
    "a cause": lambda: caused(RuntimeError(), caused(KeyError(), reason("inner"))),
    "the outer of two": lambda: caused(reason("outer"), reason("inner")),
    "the first of two": lambda: group(KeyError(), reason("first"), reason("second")),
    "in a group in a group": lambda: group(KeyError(), group(reason("within"))),
    "a member's cause": lambda: group(KeyError(), caused(NotReady(), reason("beneath"))),
    "in a group that is a cause": lambda: caused(NotReady(), group(reason("behind"))),
    "a class of its own": special,
    "another class": lambda: ProtocolError("render", "gpu-7", "invalid_json"),
    "only its text": lambda: RuntimeError("StepError: render on gpu-7: out of memory"),
    "another job's": lambda: while_handling(StoreUnavailable(), failed()),
}
FAR_CAUSES: dict[str, Callable[[], BaseException]] = {
    "a circle": circle,
    "a long chain": lambda: chain(reason("far")),
}
FAR_GROUPS: dict[str, Callable[[], BaseException]] = {
    "a deep nest": lambda: nested(reason("far")),
    "shared groups": lambda: shared(reason("far")),
}


def far_causes() -> dict[str, BaseException]:
    """Causes of causes, on and on."""
    return {"a circle": circle(), "a long chain": chain(failed())}


def far_groups() -> dict[str, BaseException]:
    """Groups in groups, on and on."""
    return {"a deep nest": nested(NotReady()), "shared groups": shared(StoreUnavailable())}
