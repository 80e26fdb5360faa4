"""How many schedules the answer of E08.5 is checked in; a change of a number is a change of what is seen."""

from labs.runner.checking import check_answer
from labs.runner.exercise import find

SCHEDULES = {
    "split": 128,
    "repaired": 8,
    "one-of-each": 8,
    "looks-twice": 128,
    "says-duplicate": 128,
    "says-applied": 8,
    "in-turn": 1,
    "same-key-race": 8,
    "two-keys": 12,
    "snapshot-race": 5,
    "both": 4,
}


def test_each_check_sees_all_schedules() -> None:
    """Each check of E08.5 runs the answer in exactly so many schedules, and those are all."""
    place = find("E08.5")
    results = list(check_answer(place, place.solution))

    assert {result.id: result.explored for result in results} == SCHEDULES
    assert all(result.exhausted for result in results)
