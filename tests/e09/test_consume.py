"""After the read: the result in hand is committed, and the effect store makes two deliveries one."""

import pytest

from labs.e09_destructive_read.consume import COMMITS_MAX, commit_held
from labs.e09_destructive_read.effect_store import EffectStore
from labs.e09_destructive_read.outcomes import Result
from labs.e09_destructive_read.result_store import StoreUnavailable

RESULT = Result({"status": "done"})


class Record:
    """A commit that fails as often as it is told to, and keeps what it was given."""

    def __init__(self, fails: int, error: Exception | None = None) -> None:
        self.fails = fails
        self.error = error or StoreUnavailable("away")
        self.given: list[Result] = []
        self.sleeps: list[float] = []

    def commit(self, result: Result) -> None:
        """Take it or fail."""
        self.given.append(result)
        if len(self.given) <= self.fails:
            raise self.error


@pytest.mark.parametrize(("fails", "sleeps"), [(0, []), (1, [1]), (2, [1, 1])])
def test_the_held_result_is_committed(fails: int, sleeps: list[int]) -> None:
    """While the record is away, the very result in hand is offered again after a second."""
    record = Record(fails)
    commit_held(record.commit, RESULT, record.sleeps.append)

    assert record.given == [RESULT] * (fails + 1)
    assert record.sleeps == sleeps


def test_it_ends() -> None:
    """A record that stays away is not waited for for ever, and the caller is told."""
    record = Record(99)

    with pytest.raises(StoreUnavailable):
        commit_held(record.commit, RESULT, record.sleeps.append)
    assert (len(record.given), record.sleeps) == (COMMITS_MAX, [1, 1])


def test_a_bug_is_not_tried_again() -> None:
    """Any other error of the commit comes through at once."""
    record = Record(99, KeyError("bug"))

    with pytest.raises(KeyError):
        commit_held(record.commit, RESULT, record.sleeps.append)
    assert (len(record.given), record.sleeps) == (1, [])


def test_one_key_is_written_once() -> None:
    """A second delivery of one key changes nothing; another key is another effect."""
    effects = EffectStore()

    assert [effects.apply_once("a", RESULT), effects.apply_once("a", RESULT)] == [True, False]
    assert (effects.apply_once("b", RESULT), effects.writes()) == (True, 2)


def test_a_failed_write_is_not_recorded() -> None:
    """A write that raises leaves no key behind, so the next one writes."""
    failures = [StoreUnavailable("away")]

    def write() -> None:
        if failures:
            raise failures.pop()

    effects = EffectStore(write)
    with pytest.raises(StoreUnavailable):
        effects.apply_once("a", RESULT)

    assert (effects.writes(), effects.apply_once("a", RESULT), effects.writes()) == (0, True, 1)
