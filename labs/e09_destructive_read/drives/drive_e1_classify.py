"""Drives an answer of E09.1: errors in all kinds of wrapping, and three whole waits."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

from labs.e09_destructive_read.controls import wrap_with_cause
from labs.e09_destructive_read.drives.wrapped_errors import (
    FAR_CAUSES,
    FAR_GROUPS,
    FOUND,
    MINE,
    causes,
    contexts,
    endings,
    far_causes,
    far_groups,
    groups,
    listed,
    members_causes,
    unknown,
)
from labs.e09_destructive_read.outcomes import Look, StepError
from labs.e09_destructive_read.payloads import PAYLOADS
from labs.e09_destructive_read.result_store import Fault, ResultStore
from labs.e09_destructive_read.trial import Fetch, Trial, unchanged
from labs.kit.history import History
from labs.kit.scenario import Json, Observation

CAP_S = 20
SPARE_CALLS = 50  # beside a wrapping of 60: a run is too short for a thousand of each

Drive = Callable[[Any], Observation]
Rows = Callable[[], dict[str, BaseException]]


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
