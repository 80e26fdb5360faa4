"""How many schedules the answers of E09 are checked in; a change of a number is a change of what is seen."""

import pytest

from labs.runner.checking import check_answer
from labs.runner.exercise import find

WITH_THREADS = {"E09.4": {"cancel-race": 5}}
CHECKS = {"E09.1": 15, "E09.2": 20, "E09.3": 12, "E09.4": 22}


@pytest.mark.parametrize("id_", CHECKS)
def test_every_schedule_of_the_answer_is_explored(id_: str) -> None:
    """The answer passes each check in every schedule: one where it has no threads, and a known number where it has."""
    place = find(id_)
    results = list(check_answer(place, place.solution))
    explored = {result.id: result.explored for result in results}

    assert len(results) == CHECKS[id_]
    assert explored == {**dict.fromkeys(explored, 1), **WITH_THREADS.get(id_, {})}
    assert {(result.verdict, result.exhausted) for result in results} == {("PASS", True)}
