"""Classic mistakes with threads beside their right forms; loaded instrumented by the tests."""

import queue
import threading
import time
from collections.abc import Callable


def together(*actions: Callable[[], object]) -> None:
    """Run every action in a thread of its own, and wait for all."""
    threads = [threading.Thread(target=action) for action in actions]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


class Signal:
    def __init__(self) -> None:
        self.changed = threading.Condition(threading.Lock())
        self.ready = False

    def wait_after_looking(self) -> None:
        if not self.ready:
            with self.changed:
                self.changed.wait()

    def wait_while_looking(self) -> None:
        with self.changed:
            while not self.ready:
                self.changed.wait()

    def give_outside(self) -> None:
        self.ready = True
        with self.changed:
            self.changed.notify_all()

    def give_inside(self) -> None:
        with self.changed:
            self.ready = True
            self.changed.notify_all()


def wake_up_lost() -> None:
    signal = Signal()
    together(signal.wait_after_looking, signal.give_outside)


def wake_up_kept() -> None:
    signal = Signal()
    together(signal.wait_while_looking, signal.give_inside)


def daemon_interferes() -> None:
    total = {"value": 0}
    threading.Thread(target=lambda: total.update(value=1), daemon=True).start()
    assert total["value"] == 0


def ack_forgotten() -> None:
    jobs: queue.Queue[int] = queue.Queue()
    threading.Thread(target=jobs.get, daemon=True).start()
    jobs.put(1)
    jobs.join()


def barrier_of_three_for_two() -> None:
    barrier = threading.Barrier(3)
    together(barrier.wait, barrier.wait)


def foreign_release() -> None:
    lock = threading.RLock()
    lock.acquire()
    together(lock.release)


def lock_freed_by_an_error() -> None:
    lock = threading.Lock()

    def fail_inside() -> None:
        try:
            with lock:
                raise ValueError
        except ValueError:
            pass

    together(fail_inside, fail_inside)
    assert not lock.locked()


def dine(count: int, last_turns_round: bool) -> None:
    forks = [threading.Lock() for _ in range(count)]
    fed: list[int] = []

    def eat(seat: int) -> None:
        left, right = forks[seat], forks[(seat + 1) % count]
        if last_turns_round and seat == count - 1:
            left, right = right, left
        with left, right:
            fed.append(seat)

    together(*[lambda seat=seat: eat(seat) for seat in range(count)])
    assert len(fed) == count


def philosophers_starve() -> None:
    dine(3, last_turns_round=False)


def philosophers_dine() -> None:
    dine(3, last_turns_round=True)


def looked_before_locking() -> None:
    lock = threading.Lock()
    got: list[bool] = []

    def take() -> None:
        if not lock.locked():
            taken = lock.acquire(blocking=False)
            got.append(taken)
            if taken:
                lock.release()

    together(take, take)
    assert all(got)


def semaphore_for_two() -> None:
    semaphore = threading.Semaphore(2)
    total = {"value": 0}

    def add() -> None:
        with semaphore:
            total["value"] += 1

    together(add, add)
    assert total["value"] == 2


def join_given_up() -> None:
    total = {"value": 0}
    thread = threading.Thread(target=lambda: total.update(value=1))
    thread.start()
    thread.join(timeout=1)
    assert total["value"] == 1


def stack_for_a_queue() -> None:
    jobs: queue.Queue[int] = queue.LifoQueue()
    got: list[int] = []
    together(
        lambda: [jobs.put(number) for number in (1, 2)],
        lambda: got.extend([jobs.get() for _ in range(2)]),
    )
    assert got == [2, 1]


class Box:
    def __init__(self) -> None:
        self.value = 1


def handed_over(still_used: bool) -> None:
    boxes: queue.Queue[Box] = queue.Queue()

    def give() -> None:
        box = Box()
        boxes.put(box)
        if still_used:
            box.value = 5

    def take() -> None:
        box = boxes.get()
        value = box.value
        box.value = value + 1
        assert box.value == value + 1

    together(give, take)


def handed_over_for_good() -> None:
    handed_over(still_used=False)


def handed_over_and_changed() -> None:
    handed_over(still_used=True)


def slept_exactly() -> None:
    before = time.monotonic()
    together(lambda: time.sleep(1), lambda: time.sleep(1))
    assert time.monotonic() - before == 1


def threads_of_threads() -> None:
    total = {"value": 0}

    def add() -> None:
        total["value"] += 1

    together(lambda: together(add), add)
    assert total["value"] == 2


def event_cleared() -> None:
    event = threading.Event()
    together(event.wait, lambda: (event.set(), event.clear()))


def worker_dies() -> None:
    jobs: queue.Queue[int] = queue.Queue()

    def work() -> None:
        while True:
            1 / jobs.get()
            jobs.task_done()

    threading.Thread(target=work, daemon=True).start()
    jobs.put(0)
    jobs.join()
