"""Misconception: the errors that end a wait are the endings and the bugs, so list both.

Rejected by: unknown
Diagnosis: The list of bugs is longer than before, and still ends where somebody stopped thinking: what sounds like
the network is waited on, whoever raised it. Only the three that were agreed on may pass by themselves.
"""

from labs.e09_destructive_read.outcomes import Look, NotReady, WaitEnded

BUGS = (LookupError, RuntimeError, ValueError, TypeError, MemoryError, KeyboardInterrupt)


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
    met = leaves(error)
    if all((isinstance(one, NotReady) for one in met)):
        return Look.NOT_READY
    if any(isinstance(one, BUGS) for one in met):
        return Look.TERMINAL
    return Look.TRANSIENT


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
