"""Time and nudges: what was planned happens in a wait, and a nudge ends it."""

from labs.e09_destructive_read.notices import Notices
from labs.e09_destructive_read.timeline import Timeline


def planned(*plan: tuple[float, str]) -> tuple[Timeline, Notices, list[tuple[float, str]]]:
    """A timeline on which each name is noted when its second comes; "nudge" is one as well."""
    notices, happened = Notices(), []
    timeline = Timeline(notices)

    def happen(name: str) -> None:
        happened.append((timeline.now(), name))
        if name == "nudge":
            notices.publish()

    for second, name in plan:
        timeline.at(second, lambda name=name: happen(name))  # type: ignore[misc]
    return timeline, notices, happened


def test_a_wait_passes_its_time() -> None:
    """A wait without a nudge takes all its seconds, and what was planned for them happens in order."""
    timeline, _notices, happened = planned((4, "b"), (2, "a"), (2, "c"), (6, "later"))

    assert (timeline.wait(5), timeline.now()) == (False, 5)
    assert happened == [(2, "a"), (2, "c"), (4, "b")]


def test_a_nudge_ends_the_wait() -> None:
    """The wait ends in the second of the nudge; what comes after it has not happened yet."""
    timeline, _notices, happened = planned((3, "nudge"), (4, "later"))

    assert (timeline.wait(5), timeline.now(), happened) == (True, 3, [(3, "nudge")])


def test_a_nudge_that_came_before_is_kept() -> None:
    """A nudge from before the wait ends it at once, and each nudge ends one wait."""
    timeline, notices, _happened = planned()
    notices.publish()

    assert (timeline.wait(5), timeline.wait(5), timeline.now()) == (True, False, 5)


def test_a_lost_nudge_never_comes() -> None:
    """A lost notice ends no wait."""
    timeline, notices, _happened = planned()
    notices.publish(lost=True)

    assert (timeline.wait(5), timeline.now()) == (False, 5)


def test_a_wait_of_no_seconds() -> None:
    """A wait of 0 seconds still lets happen what is due now."""
    timeline, _notices, happened = planned((0, "now"))

    assert (timeline.wait(0), timeline.now(), happened) == (False, 0, [(0, "now")])


def test_a_sleep_is_not_woken() -> None:
    """A sleep takes all its seconds, nudge or not, and is recorded."""
    timeline, _notices, happened = planned((1, "nudge"))
    timeline.sleep(3)

    assert (timeline.now(), timeline.sleeps_s, happened) == (3, [3], [(1, "nudge")])


def test_time_never_goes_back() -> None:
    """Running until a second that has passed changes nothing."""
    timeline, _notices, _happened = planned()
    timeline.run_until(7)
    timeline.run_until(3)

    assert timeline.now() == 7


def test_what_is_late_happens_at_once() -> None:
    """What is planned for a second that has passed happens in the next wait, and time stays where it is."""
    timeline, notices, _happened = planned()
    timeline.run_until(7)
    timeline.at(3, notices.publish)

    assert (timeline.wait(5), timeline.now()) == (True, 7)
