"""What an answer of E09.4 must show: how each wait ended, on what account, after how many looks and which waits."""

from collections.abc import Iterator

from labs.kit.scenario import Claim, Json, Observation

RESULT = "its result"
CANCELLED = "Cancelled: render on gpu-7: cancelled"
UNKNOWN = "OutcomeUnknown: render on gpu-7: outcome unknown: a reply was lost, the result may have gone with it"
SHOWN = ("told", "cause", "looks", "waits")


def _cap(cap_s: int, met: str = "no result yet") -> str:
    return f"HardCap: render on gpu-7: timeout after {cap_s} s, at the last look: {met}"


def _waits(run: Observation, **expected: tuple[str, str | None, int, list[int]]) -> Iterator[Claim]:
    """How each wait must end: what is told, its cause, how many looks, which waits."""
    for name, values in expected.items():
        for figure, value in zip(SHOWN, values, strict=True):
            yield Claim(f"{name}, {figure}", value, run.observed["ended"][name][figure])


def _trial(run: Observation, **expected: Json) -> Iterator[Claim]:
    for name, value in expected.items():
        yield Claim(name, value, run.observed[name])


def lost_notice(run: Observation) -> Iterator[Claim]:
    """A failure whose notice was lost is found by the timer, and ends the wait then, with the producer's own reason."""
    return _trial(run, told="StepError", status="failed: out of memory", ended_s=10, looks=3)


def delivered(run: Observation) -> Iterator[Claim]:
    """A result is delivered at the look after its notice; that the store was away before loses nothing."""
    return _trial(run, told="Result", status="done", ended_s=7, looks=3)


def _found(run: Observation) -> Iterator[Claim]:
    kinds = ("failed", "unreadable", "a bug", "too deep", "timeout")
    return _waits(run, **{kind: (kind, None, 2, [5]) for kind in kinds})


def by_timer(run: Observation) -> Iterator[Claim]:
    """What the timer finds ends the wait as it is, unless it may be waited on; nothing is looked at twice."""
    return _found(run)


def by_notice(run: Observation) -> Iterator[Claim]:
    """What is found after a notice ends the wait as it is, unless it may be waited on; nothing is looked at twice."""
    return _found(run)


def at_once(run: Observation) -> Iterator[Claim]:
    """The first look comes before any wait."""
    return _waits(
        run,
        done=(RESULT, None, 1, []),
        failed=("failed", None, 1, []),
        bug=("a bug", None, 1, []),
    )


def looks(run: Observation) -> Iterator[Claim]:
    """Each wait is followed by a look, whatever ended it, and what may be waited on loses nothing."""
    return _waits(
        run,
        both=(RESULT, None, 4, [5, 5, 5]),
        away=(RESULT, None, 3, [5, 5]),
        group=(RESULT, None, 3, [5, 5]),
    )


def wrapped(run: Observation) -> Iterator[Claim]:
    """Out of a wrapping comes the very error of the producer."""
    return _waits(
        run,
        cause=("failed", None, 1, []),
        group=("failed", None, 2, [5]),
        absent=("failed", None, 1, []),
    )


def cap(run: Observation) -> Iterator[Claim]:
    """At the cap there is one last look; with nothing there it is told what that look met, fit for users."""
    return _waits(
        run,
        even=(_cap(20), "absent", 5, [5, 5, 5, 5]),
        between=(_cap(12), "absent", 4, [5, 5, 2]),
        away=(_cap(10, "refused by[path]"), "away", 3, [5, 5]),
    )


def result_at_cap(run: Observation) -> Iterator[Claim]:
    """What the look at the cap finds is told: a result, or a failure."""
    return _waits(
        run,
        done=(RESULT, None, 3, [5, 5]),
        failed=("failed", None, 3, [5, 2]),
    )


def no_time(run: Observation) -> Iterator[Claim]:
    """A cap of 0 is one look and no wait; it does not mean that there is no cap."""
    return _waits(
        run,
        done=(RESULT, None, 1, []),
        absent=(_cap(0), "absent", 1, []),
    )


def intervals(run: Observation) -> Iterator[Claim]:
    """It waits one interval at a time, and the last one is shortened; the clock says how much time is left."""
    return _waits(
        run,
        default=(_cap(25_200), "absent", 4, [5, 5, 5]),
        seven=(_cap(20), "absent", 4, [7, 7, 6]),
        noticed=(_cap(6), "absent", 5, [5, 5, 4, 3]),
    )


def overslept(run: Observation) -> Iterator[Claim]:
    """A wait that took longer than it should, and beyond the cap, is followed by the last look."""
    return _waits(
        run,
        done=(RESULT, None, 2, [5]),
        absent=(_cap(20), "absent", 2, [5]),
    )


def cancelled(run: Observation) -> Iterator[Claim]:
    """Cancelled during a wait, it looks once more: what is there is told, else that it was cancelled."""
    return _waits(
        run,
        done=(RESULT, None, 2, [5]),
        failed=("failed", None, 2, [5]),
        absent=(CANCELLED, "absent", 2, [5]),
        away=(CANCELLED, "away", 2, [5]),
        at_the_cap=(CANCELLED, "absent", 2, [5]),
    )


def cancelled_first(run: Observation) -> Iterator[Claim]:
    """A wait that is cancelled before it begins looks once."""
    return _waits(
        run,
        done=(RESULT, None, 1, []),
        absent=(CANCELLED, "absent", 1, []),
    )


def cancel_race(run: Observation) -> Iterator[Claim]:
    """A result that was written before the cancel is not left behind for it, in every schedule."""
    yield Claim("told", "HardCap" if run.observed["left"] else "Result", run.observed["told"])


def lost_noticed(run: Observation) -> Iterator[Claim]:
    """A lost reply, a notice in whichever order, and then an absent key: unknown, at once."""
    return _waits(
        run,
        notice_first=(UNKNOWN, "lost", 3, [5, 5]),
        lost_first=(UNKNOWN, "lost", 3, [5, 5]),
        away_between=(UNKNOWN, "lost", 4, [5, 5, 5]),
        lost_twice=(UNKNOWN, "lost", 3, [5, 5]),
    )


def lost_silent(run: Observation) -> Iterator[Claim]:
    """A lost reply without a notice is waited on, and at the cap the outcome is unknown, which is no timeout."""
    return _waits(
        run,
        absent=(UNKNOWN, "lost", 3, [5, 5]),
        away=(UNKNOWN, "lost", 3, [5, 5]),
        at_the_cap=(UNKNOWN, "lost", 2, [5]),
        in_a_group=(UNKNOWN, "ReplyLost: no", 2, [5]),
    )


def lost_found(run: Observation) -> Iterator[Claim]:
    """What is found after a lost reply is told as it is: a result, or a failure."""
    return _waits(
        run,
        at_once=(RESULT, None, 2, [5]),
        later=(RESULT, None, 3, [5, 5]),
        failed=("failed", None, 3, [5, 5]),
    )


def noticed_only(run: Observation) -> Iterator[Claim]:
    """A notice and an absent key, with no reply lost, leave nothing in doubt."""
    return _waits(
        run,
        absent=(RESULT, None, 4, [5, 5, 5]),
        to_the_cap=(_cap(6), "absent", 3, [5, 5]),
    )


def cancelled_in_doubt(run: Observation) -> Iterator[Claim]:
    """Who cancels after a lost reply can learn that the result may be gone."""
    return _waits(
        run,
        silent=(CANCELLED, "lost", 2, [5]),
        lost_again=(CANCELLED, "lost", 2, [5]),
        noticed=(UNKNOWN, "lost", 2, [5]),
    )


def no_memory(run: Observation) -> Iterator[Claim]:
    """A wait knows nothing of the one before it."""
    return _waits(
        run,
        one=(RESULT, None, 2, [5]),
        other=(RESULT, None, 3, [5, 5]),
    )


def interrupts(run: Observation) -> Iterator[Claim]:
    """The end of the program is no outcome of a look: it goes on to whom it is meant for."""
    return _waits(
        run,
        interrupt=("an interrupt", None, 2, [5]),
        exit=("an exit", None, 1, []),
        from_failed=("an exit, failed inside", None, 1, []),
    )


CHECKS = {
    "lost-notice": lost_notice,
    "delivered": delivered,
    "by-timer": by_timer,
    "by-notice": by_notice,
    "at-once": at_once,
    "looks": looks,
    "wrapped": wrapped,
    "cap": cap,
    "result-at-cap": result_at_cap,
    "no-time": no_time,
    "intervals": intervals,
    "overslept": overslept,
    "cancelled": cancelled,
    "cancelled-first": cancelled_first,
    "cancel-race": cancel_race,
    "lost-noticed": lost_noticed,
    "lost-silent": lost_silent,
    "lost-found": lost_found,
    "noticed-only": noticed_only,
    "cancelled-in-doubt": cancelled_in_doubt,
    "no-memory": no_memory,
    "interrupts": interrupts,
}
