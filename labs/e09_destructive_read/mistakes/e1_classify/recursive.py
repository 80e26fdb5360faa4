"""Misconception: a chain of causes is short.

Rejected by: found-far-causes
Diagnosis: A function that calls itself for each cause ends with a `RecursionError` when the chain is long, and so
loses the reason. A list of what is still to be searched has no such limit.
"""

from labs.e09_destructive_read.outcomes import Look, NotReady, WaitEnded
from labs.e09_destructive_read.result_store import ReplyLost, StoreUnavailable

MAY_PASS = (NotReady, StoreUnavailable, ReplyLost)


def find_cause(error, kind):
    return search(error, kind, set())


def search(met, kind, seen):
    if met is None or id(met) in seen:
        return None
    seen.add(id(met))
    if isinstance(met, kind):
        return met
    for inner in (*members(met), met.__cause__):
        if (found := search(inner, kind, seen)) is not None:
            return found
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
