"""A program with a known race: if the explorer does not see it break, it sees nothing at all."""

import threading


class Till:
    """Counts without a lock."""

    def __init__(self) -> None:
        self.total = 0

    def add(self) -> None:
        self.total += 1


def lose_one() -> None:
    """Two threads count to two; in some schedule one of them is lost."""
    till = Till()
    threads = [threading.Thread(target=till.add) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert till.total == 2
