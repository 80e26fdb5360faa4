"""E09.1 Classify (15 minutes)

The producer said that its job had failed. The answer was read, and so deleted, and raised as a `StepError`; a layer in
between raised its own error *from* that one. The loop had a list of the errors that end a wait. This one was not on it,
so the loop waited on, for an answer that it had already had.

Write the three functions that tell such a loop what it has met:

- `classify(error)` answers one of three, and looks at the type of an error, never at its text:
  `Look.NOT_READY` for `NotReady`, the absent key;
  `Look.TRANSIENT` for `StoreUnavailable` and `ReplyLost`, and for a group that mixes them with absent keys;
  `Look.TERMINAL` for every other error, also for one that nobody has thought of, and even if one that may be waited on
  is its cause. A group is `TERMINAL` if any of its members is, and `NOT_READY` if all of them are.
  An ending (`WaitEnded`: `StepError`, `ProtocolError`, …) that stands anywhere inside makes all of it `TERMINAL`.
- `find_cause(error, kind)` answers the first error of that class inside all wrapping, the very object, or None. Inside
  stand the causes of `raise … from`, and the members of groups, each again with what stands inside of it; not what was
  merely being handled at the time, for that may be the failure of another job. An outer error comes before an inner
  one, members come in their order.
- `may_wait(error)` is true for all but `TERMINAL`.

A subclass is what its class is. Wrapping may be a thousand deep, go round in a circle, or be shared by many groups.
Exports `classify`, `find_cause`, `may_wait`.
"""

from labs.e09_destructive_read.outcomes import Look, NotReady, WaitEnded
from labs.e09_destructive_read.result_store import ReplyLost, StoreUnavailable

MAY_PASS = (NotReady, StoreUnavailable, ReplyLost)  # Name what may pass: that list is short.


def find_cause(error: BaseException, kind: type[BaseException]) -> BaseException | None:
    """The first error of that kind inside all wrapping; None if there is none."""
    todo, seen = [error], set[int]()
    while todo:
        met = todo.pop()
        if id(met) in seen:
            continue
        seen.add(id(met))
        if isinstance(met, kind):
            return met
        if met.__cause__ is not None:  # Said on purpose; `__context__` only happened at that time.
            todo.append(met.__cause__)
        todo.extend(reversed(members(met)))
    return None


def classify(error: BaseException) -> Look:
    """Which of the three outcomes of a look that is."""
    if find_cause(error, WaitEnded) is not None:  # Anywhere inside, whatever it is wrapped in.
        return Look.TERMINAL
    met = leaves(error)  # What a group weighs is in its members: the worst of them decides.
    if all(isinstance(one, NotReady) for one in met):
        return Look.NOT_READY
    if all(isinstance(one, MAY_PASS) for one in met):
        return Look.TRANSIENT
    return Look.TERMINAL


def may_wait(error: BaseException) -> bool:
    """The one predicate that every path of a wait goes through."""
    return classify(error) is not Look.TERMINAL


def leaves(error: BaseException) -> list[BaseException]:
    """What is no group, in that error and all groups in it; causes are not asked for."""
    todo, seen, found = [error], set[int](), []
    while todo:
        met = todo.pop()
        if id(met) in seen:
            continue
        seen.add(id(met))
        todo.extend(members(met))
        if not members(met):
            found.append(met)
    return found


def members(error: BaseException) -> tuple[BaseException, ...]:
    """The members of a group; no other error has any, and no group has none."""
    return error.exceptions if isinstance(error, BaseExceptionGroup) else ()
