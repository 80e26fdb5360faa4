"""One generator walks over everything inside, breadth first; the lists are frozensets of classes."""

from collections import deque

from labs.e09_destructive_read import outcomes, result_store

WAITABLE = {
    outcomes.NotReady: outcomes.Look.NOT_READY,
    result_store.StoreUnavailable: outcomes.Look.TRANSIENT,
    result_store.ReplyLost: outcomes.Look.TRANSIENT,
}
BADNESS = [outcomes.Look.NOT_READY, outcomes.Look.TRANSIENT, outcomes.Look.TERMINAL]


def walk(error, with_causes):
    queue, visited = deque([error]), set()
    while queue:
        current = queue.popleft()
        if current is None or id(current) in visited:
            continue
        visited.add(id(current))
        yield current
        queue.extend(getattr(current, "exceptions", ()))
        if with_causes:
            queue.append(current.__cause__)


def look_of(error):
    return next(
        (look for kind, look in WAITABLE.items() if isinstance(error, kind)),
        outcomes.Look.TERMINAL,
    )


def find_cause(error, kind):
    return next((one for one in walk(error, with_causes=True) if isinstance(one, kind)), None)


def classify(error):
    if find_cause(error, outcomes.WaitEnded):
        return outcomes.Look.TERMINAL
    singles = [one for one in walk(error, False) if not isinstance(one, BaseExceptionGroup)]
    return max(map(look_of, singles), key=BADNESS.index)


def may_wait(error):
    return classify(error) in (outcomes.Look.NOT_READY, outcomes.Look.TRANSIENT)
