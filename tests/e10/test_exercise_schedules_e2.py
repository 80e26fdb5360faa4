"""How many schedules each check of E10.2 has; a change of the answer, the driver or the explorer shows here."""

from labs.runner.checking import check_answer
from labs.runner.exercise import find

EXPLORED = {
    **dict.fromkeys(("two-jobs", "two-steps", "requeued", "other-node", "kinds", "names"), 1),
    **dict.fromkeys(("fixed", "refreshed", "too-short", "window-fixed", "window-refreshed"), 1),
    **dict.fromkeys(("longest-gaps", "killed", "two-workers"), 1),
    "at-once": 20,
}


def test_every_schedule_of_the_answer_is_explored() -> None:
    """The answer of E10.2 passes each check in every schedule, and there are so many of them."""
    place = find("E10.2")
    results = list(check_answer(place, place.solution))

    assert {result.id: result.explored for result in results} == EXPLORED
    assert {result.id: (result.verdict, result.exhausted) for result in results} == dict.fromkeys(
        EXPLORED, ("PASS", True)
    )
