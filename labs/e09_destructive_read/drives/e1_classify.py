"""Drives an answer of E09.1: errors in all kinds of wrapping, made anew for each run, and two whole waits."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

from labs.e09_destructive_read.controls import wrap_with_cause
from labs.e09_destructive_read.outcomes import (
    Cancelled,
    GoneAfterRead,
    HardCap,
    Look,
    NotReady,
    OutcomeUnknown,
    ProtocolError,
    StepError,
)
from labs.e09_destructive_read.payloads import PAYLOADS
from labs.e09_destructive_read.result_store import Fault, ReplyLost, ResultStore, StoreUnavailable
from labs.e09_destructive_read.trial import Fetch, Trial, unchanged
from labs.kit.history import History
from labs.kit.scenario import Json, Observation

CAP_S = 20
MINE = "made here"
DEEP = 60
SPARE_CALLS = 50  # of a function by itself, while a wrapping is DEEP: a run is too short for a thousand of each

Drive = Callable[[Any], Observation]
Rows = Callable[[], dict[str, BaseException]]


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


def waited(
    *faults: Fault, payload: str, second: float, around: Callable[[Fetch], Fetch] = unchanged
) -> Drive:
    """A whole wait of the lab's, judged by the answer's predicate; the notice is lost, the timer has to do."""

    def drive(answer: Any) -> Observation:
        trial = Trial(ResultStore(faults))
        trial.produce(second, PAYLOADS[payload], lost_notice=True)
        trial.run(around=around, may_wait=answer.may_wait, cap_s=CAP_S)
        return trial.observe()

    return drive


def told(answer: Any, error: BaseException) -> str:
    """What the answer makes of the error, in words."""
    try:
        look = shown(answer.classify(error))
        return f"{look}, {'waits' if answer.may_wait(error) else 'ends'}"
    except Exception as raised:  # noqa: BLE001 - recorded: the parent judges it
        return f"raises {type(raised).__name__}"


def shown(look: object) -> str:
    """A look by its words; of anything else the class."""
    return look.value if isinstance(look, Look) else f"a {type(look).__name__}"


def told_far(answer: Any, error: BaseException) -> str:
    """What the answer makes of an error with wrapping that goes on and on."""
    try:
        with few_calls():
            return shown(answer.classify(error))
    except RecursionError:
        return "raises RecursionError"


def classified(rows: Rows, told: Callable[[Any, BaseException], str] = told) -> Drive:
    """Each error by its name, and what the answer makes of it."""

    def drive(answer: Any) -> Observation:
        history, looks = History(), {}
        for name, error in rows().items():
            looks[name] = told(answer, error)
            history.note("look", f"{name}: {looks[name]}")
        return Observation.of(history, looks=looks)

    return drive


def known(cause: object) -> str:
    """A cause that was found, by its text; another object than was put inside is called that."""
    same = MINE in getattr(cause, "__notes__", ())
    return str(cause) if same else f"another object, a {type(cause).__name__}"


def found(cases: dict[str, Callable[[], BaseException]], kind: type[BaseException]) -> Drive:
    """What the answer finds of that class in each case, told by its text; the last words of an error name it."""

    def drive(answer: Any) -> Observation:
        history = History()
        causes: dict[str, Json] = {}
        for name, case in cases.items():
            try:
                error = case()
                with few_calls():
                    cause = answer.find_cause(error, kind)
                causes[name] = cause if cause is None else known(cause)
            except Exception as raised:  # noqa: BLE001 - recorded: the parent judges it
                causes[name] = f"raises {type(raised).__name__}"
            history.note("find_cause", f"{name}: {causes[name]}")
        return Observation.of(history, found=causes)

    return drive


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
    for _ in range(DEEP):
        inner = caused(RuntimeError("in between"), inner)
    return inner


def nested(inner: BaseException) -> BaseException:
    """The error in a group in a group, many times over."""
    for _ in range(DEEP):
        inner = group(inner)
    return inner


def shared(inner: BaseException) -> BaseException:
    """Groups that hold one and the same group twice: thousands of ways lead to the one error."""
    for _ in range(12):
        inner = group(inner, inner)
    return inner


@contextmanager
def few_calls() -> Iterator[None]:
    """Let a function call itself no deeper than `SPARE_CALLS` from here."""
    depth, limit = 0, sys.getrecursionlimit()
    frame: FrameType | None = sys._getframe()  # noqa: SLF001 - how deep this is already
    while frame is not None:
        depth, frame = depth + 1, frame.f_back
    sys.setrecursionlimit(depth + SPARE_CALLS)
    try:
        yield
    finally:
        sys.setrecursionlimit(limit)


def endings() -> dict[str, BaseException]:
    """Every way for a wait to end."""
    return {
        "StepError": failed(),
        "a StepError of its own class": special(),
        "ProtocolError": ProtocolError("render", "gpu-7", "invalid_json"),
        "GoneAfterRead": GoneAfterRead("render", "gpu-7"),
        "OutcomeUnknown": OutcomeUnknown("render", "gpu-7"),
        "HardCap": HardCap("render", "gpu-7", CAP_S, "no result yet"),
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


DRIVES = {
    "wrapped": waited(payload="error", second=0, around=wrap_with_cause),
    "late": waited(payload="done", second=7),
    "transient": waited(*[Fault.REFUSED] * 2, payload="done", second=0),
    "endings": classified(endings),
    "listed": classified(listed),
    "unknown": classified(unknown),
    "causes": classified(causes),
    "groups": classified(groups),
    "members-causes": classified(members_causes),
    "contexts": classified(contexts),
    "found": found(FOUND, StepError),
    "far-causes": classified(far_causes, told_far),
    "far-groups": classified(far_groups, told_far),
    "found-far-causes": found(FAR_CAUSES, StepError),
    "found-far-groups": found(FAR_GROUPS, StepError),
}
