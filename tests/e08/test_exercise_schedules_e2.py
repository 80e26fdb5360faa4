"""How many schedules each check of E08.2 has; a change of the answer, the driver or the explorer shows here."""

from labs.runner.checking import check_answer
from labs.runner.exercise import find

EXPLORED = {
    "lost-ack": 1,
    "fail-before": 1,
    "poison": 1,
    "dead-but-done": 1,
    "both-kinds": 1,
    "lost-then-failed": 1,
    "key-conflict": 1,
    "one-attempt": 1,
    "many-attempts": 1,
    "bug": 3,
    "exit": 3,
    "bug-in-the-wait": 3,
}


def test_every_schedule_of_the_answer_is_explored() -> None:
    """The answer of E08.2 passes each check in every schedule, and there are so many of them."""
    place = find("E08.2")
    results = list(check_answer(place, place.solution))

    assert {result.id: result.explored for result in results} == EXPLORED
    assert {result.id: (result.verdict, result.exhausted) for result in results} == dict.fromkeys(
        EXPLORED, ("PASS", True)
    )
