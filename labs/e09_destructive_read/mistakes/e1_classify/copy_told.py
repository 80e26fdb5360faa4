"""Misconception: what counts is the text of the cause.

Rejected by: found
Diagnosis: A new error was made in the place of the one that was found, with other words, and without what it carries.
The very object has to come back.
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
            return met if met is error else RuntimeError(str(met))
        if met.__cause__ is not None:
            todo.append(met.__cause__)
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
