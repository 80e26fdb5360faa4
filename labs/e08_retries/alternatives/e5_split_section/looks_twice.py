"""The first look is made without the lock and believed only when it says known; a semaphore counts who is there."""

import threading

from labs.e08_retries.effect_store import Outcome, Snapshot


def experiment(make_store):
    there = threading.Semaphore(0)
    opened = threading.Event()

    def gap():
        there.release()
        opened.wait()

    store = make_store(gap)

    def call():
        store.apply_once("charge:1", 12)
        there.release()

    pair = [threading.Thread(target=call), threading.Thread(target=call)]
    [t.start() for t in pair]
    there.acquire()
    there.acquire()
    opened.set()
    [t.join() for t in pair]
    return sum(store.snapshot().writes_by_key.values())


class RepairedStore:
    def __init__(self, after_check, write=None):
        self.write = write if write is not None else lambda key, amount: None
        self.mutex = threading.Lock()
        self.done = {}

    def apply_once(self, key, amount):
        if key not in self.done:
            self.mutex.acquire()
            try:
                if key not in self.done:
                    self.write(key, amount)
                    self.done[key] = amount
                    return Outcome.APPLIED
            finally:
                self.mutex.release()
        return Outcome.DUPLICATE

    def snapshot(self):
        with self.mutex:
            return Snapshot(
                total=sum(self.done.values()),
                writes=len(self.done),
                seen=frozenset(self.done),
                writes_by_key={key: 1 for key in self.done},
            )
