"""Misconception: the text of an error says what it is.

Rejected by: unknown
Diagnosis: Texts are for people: anybody may write *no result yet*, and nobody promises to. What an error is, is its
class.
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
        if met.__cause__ is not None:
            todo.append(met.__cause__)
        todo.extend(reversed(members(met)))
    return None


def classify(error):
    if find_cause(error, WaitEnded) is not None:
        return Look.TERMINAL
    if all("no result yet" in str(one) or isinstance(one, NotReady) for one in leaves(error)):
        return Look.NOT_READY
    if all(isinstance(one, MAY_PASS) for one in leaves(error)):
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
