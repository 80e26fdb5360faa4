"""Each thread has a queue of its own in each direction, and is a class; the store is guarded by a lock that can be retaken."""

import queue
from threading import RLock, Thread, current_thread

from labs.e08_retries.effect_store import Outcome, Snapshot, World


class Caller(Thread):
    def __init__(self, name):
        super().__init__(name=name)
        self.says = queue.SimpleQueue()
        self.may_go = queue.SimpleQueue()
        self.store = None

    def run(self):
        try:
            self.store.apply_once("k", 1)
        finally:
            self.says.put("returned")

    def stop_here(self):
        self.says.put("read absent")
        self.may_go.get()


def experiment(make_store):
    store = make_store(lambda: current_thread().stop_here())
    callers = [Caller("one"), Caller("two")]
    for caller in callers:
        caller.store = store
        caller.start()
    stand = [caller.says.get() for caller in callers]
    for caller, where in zip(callers, stand):
        if where == "read absent":
            caller.may_go.put(True)
    for caller in callers:
        caller.join()
    return store.snapshot().writes


class RepairedStore:
    def __init__(self, after_check, write=None):
        self._write = write
        self._guard = RLock()
        self._world = World()

    def _knows(self, key):
        with self._guard:
            return key in self._world.snapshot().seen

    def apply_once(self, key, amount):
        with self._guard:
            if self._knows(key):
                return Outcome.DUPLICATE
            if self._write is not None:
                self._write(key, amount)
            self._world.add(key, amount)
            return Outcome.APPLIED

    def snapshot(self) -> Snapshot:
        with self._guard:
            return self._world.snapshot()
