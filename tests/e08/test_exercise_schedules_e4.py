"""How many schedules the answer of E08.4 is checked in; a change of a number is a change of what is seen."""

from labs.runner.checking import check_answer
from labs.runner.exercise import find

SCHEDULES = {
    "drain": 1,
    "no-drain": 1,
    "close-twice": 1,
    "escalate": 1,
    "no-way-back": 1,
    "only-jobs": 1,
    "closed-door": 2,
    "crash": 6,
    "exit": 6,
    "crash-door": 1,
    "crash-race": 7,
    "join-too-early": 1,
    "own-thread": 2,
    "with-block": 1,
    "with-error": 4,
    "unjoined": 1,
}


def test_each_check_sees_all_schedules() -> None:
    """Each check of E08.4 runs the answer in exactly so many schedules, and those are all."""
    place = find("E08.4")
    results = list(check_answer(place, place.solution))

    assert {result.id: result.explored for result in results} == SCHEDULES
    assert all(result.exhausted for result in results)
