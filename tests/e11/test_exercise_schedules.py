"""How many schedules the answers of E11 are checked in; a change of a number is a change of what is seen."""

import pytest

from labs.runner.checking import check_answer
from labs.runner.exercise import find

ACCOUNTING = {
    "result": 1,
    "bad-inputs": 1,
    "streak": 1,
    "node-failures": 1,
    "other-errors": 1,
    "exits": 1,
    "cancelled": 1,
    "probe-answered": 1,
    "probe-fails": 1,
    "probe-cancelled": 1,
    "subclasses": 1,
    "results": 1,
    "refused": 1,
    "slow": 1,
    "beside": 70,
}
PROBE = {
    "counting": 1,
    "door": 1,
    "one-probe": 2,
    "good-probe": 1,
    "answered-probe": 1,
    "bad-probe": 1,
    "cancelled-probe": 1,
    "late-in-probe": 1,
    "late-while-open": 1,
    "late-in-closed": 1,
    "twice": 1,
    "slot-twice": 1,
    "lease": 1,
    "lease-report": 1,
    "lease-of-calls": 1,
    "reports-race": 2,
    "failures-race": 2,
    "slot-race": 2,
    "bad-probe-race": 2,
    "snapshot-race": 2,
    "opening-race": 2,
}


@pytest.mark.parametrize(("exercise", "schedules"), [("E11.1", ACCOUNTING), ("E11.2", PROBE)])
def test_each_check_sees_all_schedules(exercise: str, schedules: dict[str, int]) -> None:
    """Each check of E11 runs the answer in exactly so many schedules, and those are all."""
    place = find(exercise)
    results = list(check_answer(place, place.solution))

    assert {result.id: result.explored for result in results} == schedules
    assert all(result.exhausted for result in results)
