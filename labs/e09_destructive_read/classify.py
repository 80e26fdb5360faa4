"""Which error may be waited on: a short list of them, and every other one ends the wait.

The list names what may be waited on, not what may not. An error that nobody thought of then stops the wait with its
reason; on a list of endings it would be waited on until the cap.
"""

from collections.abc import Iterator

from labs.e09_destructive_read.outcomes import Look, NotReady, WaitEnded
from labs.e09_destructive_read.result_store import ReplyLost, StoreUnavailable

TRANSIENT = (StoreUnavailable, ReplyLost)


def find_cause(
    error: BaseException, kind: type[BaseException] | tuple[type[BaseException], ...]
) -> BaseException | None:
    """The first error of that kind, or of a subclass, inside all wrapping; None if there is none.

    Explicit causes (`raise … from`) and the members of groups are followed. What merely was being handled at the time,
    the implicit `__context__`, is not: it may be the failure of another job.
    """
    return next((met for met in _inside(error, causes=True) if isinstance(met, kind)), None)


def classify(error: BaseException) -> Look:
    """Tell the three outcomes of a look apart. Of a group, every member must be one that may be waited on."""
    if find_cause(error, WaitEnded) is not None:
        return Look.TERMINAL
    members = [met for met in _inside(error, causes=False) if not _is_group(met)]
    if all(isinstance(met, NotReady) for met in members):
        return Look.NOT_READY
    if all(isinstance(met, (NotReady, *TRANSIENT)) for met in members):
        return Look.TRANSIENT
    return Look.TERMINAL


def may_wait(error: BaseException) -> bool:
    """The one predicate that every path of the wait goes through."""
    return classify(error) is not Look.TERMINAL


def _is_group(error: BaseException) -> bool:
    return isinstance(error, BaseExceptionGroup)


def _inside(error: BaseException, *, causes: bool) -> Iterator[BaseException]:
    todo, seen = [error], set[int]()
    while todo:
        met = todo.pop()
        if id(met) in seen:
            continue
        seen.add(id(met))
        yield met
        if causes and met.__cause__ is not None:
            todo.append(met.__cause__)
        if isinstance(met, BaseExceptionGroup):
            todo.extend(reversed(met.exceptions))
