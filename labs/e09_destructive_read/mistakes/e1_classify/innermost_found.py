"""Misconception: the real cause is the innermost.

Rejected by: found
Diagnosis: Of two endings in each other the inner one is told, which somebody had already dealt with: the outer one
was raised on purpose, with its own words. The search stops at the first that it meets.
"""

from labs.e09_destructive_read.outcomes import Look, NotReady, WaitEnded
from labs.e09_destructive_read.result_store import ReplyLost, StoreUnavailable

MAY_PASS = (NotReady, StoreUnavailable, ReplyLost)


def find_cause(error, kind):
    todo, seen, found = [error], set(), None
    while todo:
        met = todo.pop()
        if id(met) in seen:
            continue
        seen.add(id(met))
        if isinstance(met, kind) and (found is None or met.__cause__ is None):
            found = found if found in members(error) else met
        if met.__cause__ is not None:
            todo.append(met.__cause__)
        todo.extend(reversed(members(met)))
    return found


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
