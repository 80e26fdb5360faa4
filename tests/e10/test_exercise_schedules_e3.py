"""How many schedules each check of E10.3 has; a change of the answer, the driver or the explorer shows here."""

from labs.runner.checking import check_answer
from labs.runner.exercise import find

EXPLORED = {
    "two-consumers": 24,
    **dict.fromkeys(("requeued", "given-up", "counted", "producer", "kinds", "decided"), 1),
    **dict.fromkeys(("second-attempt", "nodes", "rounds", "two-nodes", "one-node"), 1),
}


def test_every_schedule_of_the_answer_is_explored() -> None:
    """The answer of E10.3 passes each check in every schedule, and there are so many of them."""
    place = find("E10.3")
    results = list(check_answer(place, place.solution))

    assert {result.id: result.explored for result in results} == EXPLORED
    assert {result.id: (result.verdict, result.exhausted) for result in results} == dict.fromkeys(
        EXPLORED, ("PASS", True)
    )
