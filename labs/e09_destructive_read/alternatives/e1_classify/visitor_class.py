"""A class that unpacks an error once and answers questions about it."""

from functools import cached_property

from labs.e09_destructive_read.outcomes import Look, NotReady, WaitEnded
from labs.e09_destructive_read.result_store import ReplyLost, StoreUnavailable


class Unpacked:
    def __init__(self, error):
        self.error = error
        self.members = []
        self.everything = []
        self._unpack(self.everything, causes=True)
        self._unpack(self.members, causes=False)

    def _unpack(self, into, causes):
        stack = [self.error]
        met = {}
        while stack:
            one = stack.pop()
            if met.setdefault(id(one), one) is one and one not in into:
                into.append(one)
                if causes and one.__cause__:
                    stack.append(one.__cause__)
                if isinstance(one, BaseExceptionGroup):
                    stack += one.exceptions[::-1]

    @cached_property
    def singles(self):
        return [one for one in self.members if not isinstance(one, BaseExceptionGroup)]

    def first(self, kind):
        for one in self.everything:
            if isinstance(one, kind):
                return one
        return None

    def only(self, *kinds):
        return all(isinstance(one, kinds) for one in self.singles)

    @property
    def look(self):
        if self.first(WaitEnded) is not None:
            return Look.TERMINAL
        if self.only(NotReady):
            return Look.NOT_READY
        return Look.TRANSIENT if self.only(NotReady, StoreUnavailable, ReplyLost) else Look.TERMINAL


def find_cause(error, kind):
    return Unpacked(error).first(kind)


def classify(error):
    return Unpacked(error).look


def may_wait(error):
    return Unpacked(error).look is not Look.TERMINAL
