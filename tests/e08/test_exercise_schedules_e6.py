"""How many schedules the answer of E08.6 is checked in; a change of a number is a change of what is seen."""

from labs.runner.checking import check_answer
from labs.runner.exercise import find

SCHEDULES = {
    "no-budget": 1,
    "budget-0": 1,
    "budget-1": 1,
    "budget-2": 1,
    "budget-3": 1,
    "fraction": 1,
    "many-attempts": 1,
    "large-budget": 1,
    "one-attempt": 1,
    "each-its-own": 1,
    "enough": 1,
    "dead-but-done": 1,
    "conflict": 1,
    "bug": 5,
}


def test_each_check_sees_all_schedules() -> None:
    """Each check of E08.6 runs the answer in exactly so many schedules, and those are all."""
    place = find("E08.6")
    results = list(check_answer(place, place.solution))

    assert {result.id: result.explored for result in results} == SCHEDULES
    assert all(result.exhausted for result in results)
