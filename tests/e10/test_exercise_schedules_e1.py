"""How many schedules each check of E10.1 has; a change of the answer, the driver or the explorer shows here."""

from labs.runner.checking import check_answer
from labs.runner.exercise import find

EXPLORED = {
    **dict.fromkeys(("limit", "limits", "refused", "late", "jobs", "window"), 1),
    **dict.fromkeys(("killed", "killed-alone", "two-workers"), 1),
    "at-once": 24,
}


def test_every_schedule_of_the_answer_is_explored() -> None:
    """The answer of E10.1 passes each check in every schedule, and there are so many of them."""
    place = find("E10.1")
    results = list(check_answer(place, place.solution))

    assert {result.id: result.explored for result in results} == EXPLORED
    assert {result.id: (result.verdict, result.exhausted) for result in results} == dict.fromkeys(
        EXPLORED, ("PASS", True)
    )
