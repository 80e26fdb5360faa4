"""What an answer of E11.2 must show: who is let through, how each report is taken, and that the accounts hold."""

from collections.abc import Iterator

from labs.kit.scenario import Claim, Json, Observation

LET_THROUGH, REFUSED, TAKEN, SETTLED = "let through", "refused", "taken", "AlreadySettled"
CLOSED, OPEN, HALF_OPEN = "closed, streak 0", "open", "half-open"
REPORTS = ("success", "release_probe_as_success", "failure", "abandon")


def _seen(
    run: Observation, moments: dict[str, Json], *, issued: int, in_flight: int = 0, refused: int = 0
) -> Iterator[Claim]:
    """A claim a moment; then the accounts, which hold after each knock and each report."""
    for moment, told in moments.items():
        yield Claim(moment, told, run.observed[moment])
    permits = f"{issued} issued, {issued - in_flight} settled, {in_flight} in flight"
    yield Claim("permits", f"{permits}; {refused} refused", run.observed["permits"])
    yield Claim("accounts off", [], run.observed["accounts off"])


def counting(run: Observation) -> Iterator[Claim]:
    """Three failures in a row open it, only a result ends the row, and nobody gets in before the cooldown is over."""
    moments = {
        "after two failures": "closed, streak 2",
        "after a result": CLOSED,
        "after three failures": OPEN,
        "at once": REFUSED,
        "at 9 s": REFUSED,
    }
    return _seen(run, moments, issued=8, refused=2)


def door(run: Observation) -> Iterator[Claim]:
    """As long as the probe is under way everybody else is refused; once it is back they are let in."""
    moments = {
        "probe": LET_THROUGH,
        "a second": REFUSED,
        "10,000 s later": REFUSED,
        "with the probe out": HALF_OPEN,
        "probe reports success": TAKEN,
        "in the end": CLOSED,
    }
    return _seen(run, moments, issued=4, refused=2)


def one_probe(run: Observation) -> Iterator[Claim]:
    """Two threads at the half-open door: exactly one is let through, in every schedule."""
    moments = {"told": [LET_THROUGH, REFUSED], "in the end": HALF_OPEN}
    return _seen(run, moments, issued=4, in_flight=1, refused=1)


def _closes(run: Observation, report: str) -> Iterator[Claim]:
    moments = {
        f"probe reports {report}": TAKEN,
        "after the probe": CLOSED,
        "call 1": LET_THROUGH,
        "call 2": LET_THROUGH,
        "after two failures": "closed, streak 2",
        "call 3": LET_THROUGH,
        "after three": OPEN,
    }
    return _seen(run, moments, issued=7)


def good_probe(run: Observation) -> Iterator[Claim]:
    """A probe with a result closes the breaker, and failures are counted from the start."""
    return _closes(run, "success")


def answered_probe(run: Observation) -> Iterator[Claim]:
    """A probe that was answered closes it as well: it asked whether the endpoint can be reached, and no more."""
    return _closes(run, "release_probe_as_success")


def bad_probe(run: Observation) -> Iterator[Claim]:
    """A probe that failed opens the breaker again, for a whole cooldown from its failure on."""
    moments = {
        "probe": LET_THROUGH,
        "after the probe": OPEN,
        "at 24 s": REFUSED,
        "at 25 s": LET_THROUGH,
        "in the end": CLOSED,
    }
    return _seen(run, moments, issued=5, refused=1)


def cancelled_probe(run: Observation) -> Iterator[Claim]:
    """A probe that proves nothing leaves it half-open, and frees its slot for one other."""
    moments = {
        "after the probe": HALF_OPEN,
        "next": LET_THROUGH,
        "one more": REFUSED,
        "in the end": CLOSED,
    }
    return _seen(run, moments, issued=5, refused=1)


def late_in_probe(run: Observation) -> Iterator[Claim]:
    """A call from before the opening changes nothing for the probe, whatever it reports, and frees no slot."""
    moments: dict[str, Json] = {}
    for report in REPORTS:
        moments[f"old call reports {report}"] = TAKEN
        moments[f"after {report}"] = HALF_OPEN
    moments |= {"somebody": REFUSED, "probe reports success": TAKEN, "in the end": CLOSED}
    return _seen(run, moments, issued=8, refused=1)


def late_while_open(run: Observation) -> Iterator[Claim]:
    """A call from before the opening does not close it, and does not start the cooldown anew."""
    moments: dict[str, Json] = {f"after old call {number}": OPEN for number in range(1, 5)}
    return _seen(run, moments | {"at 9 s": REFUSED, "at 10 s": LET_THROUGH}, issued=8, refused=1)


def late_in_closed(run: Observation) -> Iterator[Claim]:
    """A call from an earlier closed neither counts in this one nor ends its streak."""
    moments: dict[str, Json] = {"after one failure": "closed, streak 1"}
    moments |= {f"after old call {number}": "closed, streak 1" for number in (1, 2, 3)}
    return _seen(run, moments, issued=8)


def twice(run: Observation) -> Iterator[Claim]:
    """A permit is settled once: any further report is an error, and changes nothing."""
    moments = {
        "call reports failure": TAKEN,
        "then reports failure": SETTLED,
        "then reports success": SETTLED,
        "in the end": "closed, streak 1",
    }
    return _seen(run, moments, issued=1)


def slot_twice(run: Observation) -> Iterator[Claim]:
    """Who has given its slot back cannot give back that of the next probe, nor speak for it."""
    moments = {
        "first probe, then reports abandon": SETTLED,
        "after the second abandon": HALF_OPEN,
        "first probe, then reports success": SETTLED,
        "after the second success": HALF_OPEN,
        "somebody": REFUSED,
        "second probe reports success": TAKEN,
        "in the end": CLOSED,
    }
    return _seen(run, moments, issued=5, refused=1)


def lease(run: Observation) -> Iterator[Claim]:
    """A dead owner's slot is free when its lease is over, no second sooner, and its ghost is not heard."""
    moments = {
        "dead owner": LET_THROUGH,
        "after 59 s": REFUSED,
        "after 60 s": LET_THROUGH,
        "ghost reports success": TAKEN,
        "after the ghost": HALF_OPEN,
        "somebody": REFUSED,
        "ghost, again, reports abandon": SETTLED,
        "next probe reports success": TAKEN,
        "in the end": CLOSED,
    }
    return _seen(run, moments, issued=5, refused=2)


def lease_report(run: Observation) -> Iterator[Claim]:
    """A probe's report counts to the last second of its lease, and not from then on, though nobody took its slot."""
    moments = {
        "first probe, after 60 s, reports success": TAKEN,
        "after the first probe": HALF_OPEN,
        "second probe": LET_THROUGH,
        "after the second probe": CLOSED,
    }
    return _seen(run, moments, issued=5)


def lease_of_calls(run: Observation) -> Iterator[Claim]:
    """The lease is every permit's: a call let in while closed is late after it, and leaves the accounts."""
    moments = {
        "call 1, after 59 s, reports failure": TAKEN,
        "after call 1": "closed, streak 1",
        "call 2, after 60 s, reports failure": TAKEN,
        "after call 2": "closed, streak 1",
        "somebody": LET_THROUGH,
    }
    return _seen(run, moments, issued=4, in_flight=1)


def reports_race(run: Observation) -> Iterator[Claim]:
    """Two threads report on one permit: one report is taken, in every schedule, and counts once."""
    moments = {"told": [SETTLED, TAKEN], "in the end": "closed, streak 1"}
    return _seen(run, moments, issued=1)


def failures_race(run: Observation) -> Iterator[Claim]:
    """Failures of two threads at once are two failures, in every schedule."""
    return _seen(run, {"told": [TAKEN, TAKEN], "in the end": OPEN}, issued=3)


def slot_race(run: Observation) -> Iterator[Claim]:
    """A slot that comes back beside a knock is given to one caller, this one or the next, in every schedule."""
    told = [LET_THROUGH, REFUSED]
    if run.observed["told"][0] == REFUSED:
        told.reverse()
    return _seen(run, {"told": told, "in the end": HALF_OPEN}, issued=5, in_flight=1, refused=1)


def bad_probe_race(run: Observation) -> Iterator[Claim]:
    """Who knocks beside a probe that fails is refused, before it and after it, in every schedule."""
    return _seen(run, {"told": [TAKEN, REFUSED], "in the end": OPEN}, issued=4, refused=1)


def snapshot_race(run: Observation) -> Iterator[Claim]:
    """A snapshot beside a knock shows it whole or not at all, in every schedule."""
    moments = {"told": [LET_THROUGH, "hold"], "in the end": CLOSED}
    return _seen(run, moments, issued=1, in_flight=1)


def opening_race(run: Observation) -> Iterator[Claim]:
    """A snapshot beside the report that opens shows the breaker before it or after it, in every schedule."""
    is_before = run.observed["told"][1].startswith(CLOSED.partition(",")[0])
    moment = "closed, 2 settled" if is_before else "open, 3 settled"
    return _seen(run, {"told": [TAKEN, moment], "in the end": OPEN}, issued=3)


CHECKS = {
    "counting": counting,
    "door": door,
    "one-probe": one_probe,
    "good-probe": good_probe,
    "answered-probe": answered_probe,
    "bad-probe": bad_probe,
    "cancelled-probe": cancelled_probe,
    "late-in-probe": late_in_probe,
    "late-while-open": late_while_open,
    "late-in-closed": late_in_closed,
    "twice": twice,
    "slot-twice": slot_twice,
    "lease": lease,
    "lease-report": lease_report,
    "lease-of-calls": lease_of_calls,
    "reports-race": reports_race,
    "failures-race": failures_race,
    "slot-race": slot_race,
    "bad-probe-race": bad_probe_race,
    "snapshot-race": snapshot_race,
    "opening-race": opening_race,
}
