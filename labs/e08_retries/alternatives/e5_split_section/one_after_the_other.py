"""The second thread starts when the first one stands in the gap or is through; a Condition keeps the section."""

import threading
from queue import Queue

from labs.e08_retries.effect_store import Outcome, Snapshot


def experiment(make_store):
    reports, go = Queue(), Queue()

    def held():
        reports.put("read absent")
        go.get()

    store = make_store(held)
    threads = []
    for name in ("first", "second"):
        threads.append(threading.Thread(target=run, args=(store, reports), name=name))
        threads[-1].start()
        reports.get()
    for thread in threads:
        go.put("go")
    for thread in threads:
        thread.join()
    return store.snapshot().writes


def run(store, reports):
    store.apply_once("order-1", 7)
    reports.put("returned")


class RepairedStore:
    def __init__(self, after_check=None, write=None):
        self.free = threading.Condition()
        self.busy = False
        self.write = write
        self.amounts = {}

    def apply_once(self, key, amount):
        with self.free:
            self.free.wait_for(lambda: not self.busy)
            self.busy = True
        try:
            if key in self.amounts:
                return Outcome.DUPLICATE
            if self.write:
                self.write(key, amount)
            self.amounts[key] = amount
            return Outcome.APPLIED
        finally:
            with self.free:
                self.busy = False
                self.free.notify_all()

    def snapshot(self):
        with self.free:
            self.free.wait_for(lambda: not self.busy)
            amounts = dict(self.amounts)
        return Snapshot(sum(amounts.values()), len(amounts), frozenset(amounts), dict.fromkeys(amounts, 1))
