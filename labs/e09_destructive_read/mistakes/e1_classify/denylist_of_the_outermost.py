"""Misconception: the two errors that end a wait are known, and an `except` clause sees which it is.

Rejected by: wrapped
Diagnosis: This is the loop of the incident: a list of what ends a wait, held against the outermost error alone. A
layer in between had wrapped the failure; that type was not on the list, so the loop waited on for an answer that had
been read. Name what may be waited on, and search the wrapping for endings.
"""

from labs.e09_destructive_read.outcomes import Look, NotReady, ProtocolError, StepError

ENDINGS = (StepError, ProtocolError)


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
    if isinstance(error, ENDINGS):
        return Look.TERMINAL
    return Look.NOT_READY if isinstance(error, NotReady) else Look.TRANSIENT


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
