"""Level by level: all that stands directly inside of this level is the next one; a match decides what each error is."""

from labs.e09_destructive_read.outcomes import Look, NotReady, WaitEnded
from labs.e09_destructive_read.result_store import ReplyLost, StoreUnavailable


def unwrap(error):
    match error:
        case BaseExceptionGroup(exceptions=members, __cause__=None):
            return list(members)
        case BaseExceptionGroup(exceptions=members, __cause__=cause):
            return [*members, cause]
        case BaseException(__cause__=None):
            return []
        case _:
            return [error.__cause__]


def find_cause(error, kind):
    level, known = [error], {}
    while level:
        for one in level:
            if isinstance(one, kind):
                return one
        known.update((id(one), one) for one in level)
        inside = {id(one): one for outer in level for one in unwrap(outer)}
        level = [one for number, one in inside.items() if number not in known]
    return None


def worst(looks):
    for look in (Look.TERMINAL, Look.TRANSIENT):
        if look in looks:
            return look
    return Look.NOT_READY


def classify(error):
    if find_cause(error, WaitEnded) is not None:
        return Look.TERMINAL
    level, looks = {id(error): error}, set()
    while level:
        inner = {}
        for one in level.values():
            match one:
                case BaseExceptionGroup():
                    inner.update((id(member), member) for member in one.exceptions)
                case NotReady():
                    looks.add(Look.NOT_READY)
                case StoreUnavailable() | ReplyLost():
                    looks.add(Look.TRANSIENT)
                case _:
                    looks.add(Look.TERMINAL)
        level = inner
    return worst(looks)


def may_wait(error):
    return classify(error) != Look.TERMINAL
