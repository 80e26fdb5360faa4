"""How many schedules each check of E08.1 has; a change of the answer, the driver or the explorer shows here."""

from labs.runner.checking import check_answer
from labs.runner.exercise import find

EXPLORED = {
    "redelivery": 1,
    "conflict": 1,
    "write-fails": 1,
    "same-key-race": 8,
    "two-keys": 12,
    "conflict-race": 8,
    "race-write-fails": 12,
    "snapshot-race": 5,
}


def test_every_schedule_of_the_answer_is_explored() -> None:
    """The answer of E08.1 passes each check in every schedule, and there are so many of them."""
    place = find("E08.1")
    results = list(check_answer(place, place.solution))

    assert {result.id: result.explored for result in results} == EXPLORED
    assert {result.id: (result.verdict, result.exhausted) for result in results} == dict.fromkeys(
        EXPLORED, ("PASS", True)
    )
