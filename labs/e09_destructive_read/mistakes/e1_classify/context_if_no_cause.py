"""Misconception: without a cause, the context is the cause, as a traceback shows it.

Rejected by: contexts
Diagnosis: A traceback shows both, and says which is which: *the direct cause* and *during handling of*. The second is
no statement about this error.
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
        if isinstance(met, kind):
            return met
        inner = met.__cause__ or met.__context__
        if inner is not None:
            todo.append(inner)
        todo.extend(reversed(members(met)))
    return None


def classify(error):
    if find_cause(error, WaitEnded) is not None:
        return Look.TERMINAL
    met = leaves(error)
    if all((isinstance(one, NotReady) for one in met)):
        return Look.NOT_READY
    if all((isinstance(one, MAY_PASS) for one in met)):
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
