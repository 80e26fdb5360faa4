"""Misconception: `type(error) is …` says what an error is.

Rejected by: listed
Diagnosis: A subclass is no longer what its class is: a store that says *loading*, in a class of its own, ends the
wait, and a failure of a special kind is not found. `isinstance` asks what the `except` clause would ask.
"""

from labs.e09_destructive_read.outcomes import Look, NotReady, WaitEnded
from labs.e09_destructive_read.result_store import ReplyLost, StoreUnavailable

MAY_PASS = (NotReady, StoreUnavailable, ReplyLost)


def find_cause(error, kind):
    todo, seen = ([error], set())
    while todo:
        met = todo.pop()
        if id(met) in seen:
            continue
        seen.add(id(met))
        if type(met) is kind:
            return met
        if met.__cause__ is not None:
            todo.append(met.__cause__)
        todo.extend(reversed(members(met)))
    return None


def classify(error):
    if any(find_cause(error, kind) is not None for kind in WaitEnded.__subclasses__()):
        return Look.TERMINAL
    met = leaves(error)
    if all(type(one) is NotReady for one in met):
        return Look.NOT_READY
    if all(type(one) in MAY_PASS for one in met):
        return Look.TRANSIENT
    return Look.TERMINAL


def may_wait(error):
    return classify(error) is not Look.TERMINAL


def leaves(error):
    todo, seen, found = ([error], set(), [])
    while todo:
        met = todo.pop()
        if id(met) in seen:
            continue
        seen.add(id(met))
        todo.extend(members(met))
        if not members(met):
            found.append(met)
    return found


def members(error):
    return error.exceptions if isinstance(error, BaseExceptionGroup) else ()
