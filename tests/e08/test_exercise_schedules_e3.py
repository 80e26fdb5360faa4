"""How many schedules each check of E08.3 has; a change of the answer, the driver or the explorer shows here."""

from labs.runner.checking import check_answer
from labs.runner.exercise import find

EXPLORED = {
    "barrier": 1,
    "before-start": 1,
    "in-the-gap": 1,
    "late": 1,
    "cancelled-but-done": 1,
    "cancelled-not-done": 1,
    "two-looks": 1,
    "any-moment": 7,
}


def test_every_schedule_of_the_answer_is_explored() -> None:
    """The answer of E08.3 passes each check in every schedule, and there are so many of them."""
    place = find("E08.3")
    results = list(check_answer(place, place.solution))

    assert {result.id: result.explored for result in results} == EXPLORED
    assert {result.id: (result.verdict, result.exhausted) for result in results} == dict.fromkeys(
        EXPLORED, ("PASS", True)
    )
