"""What happens to a result after the read: two orders of read, commit and delete, and what each costs.

Whoever deletes by reading may lose a result in a crash; whoever deletes after the commit may see it twice.
"""

from collections.abc import Callable
from functools import partial
from typing import Final

from labs.e09_destructive_read.decode import decode
from labs.e09_destructive_read.fetch import fetch
from labs.e09_destructive_read.outcomes import Result
from labs.e09_destructive_read.result_store import ResultStore, StoreUnavailable

COMMITS_MAX: Final = 3
COMMIT_WAIT_S: Final = 1

AFTER_READ: Final = "after the read"
AFTER_COMMIT: Final = "after the commit"

Commit = Callable[[Result], object]
Reached = Callable[[str], None]


def commit_held(commit: Commit, result: Result, sleep: Callable[[float], None]) -> None:
    """Commit the result that is held in hand, up to `COMMITS_MAX` times while the record cannot be reached.

    Raises:
        StoreUnavailable: of the last attempt; the result is still in the caller's hand, and nowhere else.
    """
    for _attempt in range(COMMITS_MAX - 1):
        try:
            commit(result)
        except StoreUnavailable:
            sleep(COMMIT_WAIT_S)
        else:
            return
    commit(result)


def read_destructively(store: ResultStore, key: str, commit: Commit, reached: Reached) -> None:
    """Read and delete, then commit. `reached` is told of each point in between, and may crash there."""
    result = fetch(partial(store.getdel, key), decode, "render", "gpu-7")
    reached(AFTER_READ)
    commit(result)
    reached(AFTER_COMMIT)


def read_then_delete(store: ResultStore, key: str, commit: Commit, reached: Reached) -> None:
    """Read, commit, and only then delete: what was not committed is still there for the next consumer."""
    result = fetch(partial(store.get, key), decode, "render", "gpu-7")
    reached(AFTER_READ)
    commit(result)
    reached(AFTER_COMMIT)
    store.delete(key)
