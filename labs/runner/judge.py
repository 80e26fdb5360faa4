"""The judge: compares what the child saw with what the lab claims, in the parent and on every outcome."""

from collections.abc import Sequence
from dataclasses import dataclass

from labs.kit.scenario import Expected, Json, Observation

PASS, FAIL, INCOMPLETE = "PASS", "FAIL", "INCOMPLETE"


@dataclass(frozen=True)
class Seen:
    """One distinct outcome, and a schedule that leads to it (None on free threads)."""

    outcome: Observation
    schedule: str | None


@dataclass(frozen=True)
class Explored:
    """All distinct outcomes of one side of a scenario, and how many schedules led to them.

    `problem` says why the side could not be run to its end, if it could not.
    """

    seen: Sequence[Seen] = ()
    explored: int = 0
    exhausted: bool = False
    problem: str | None = None
    report: str = ""


@dataclass(frozen=True)
class Plan:
    """A scenario before it is run: its claim, its figures, and whether its control is a race."""

    lab: str
    id: str
    claim: str
    expected: Expected
    races: bool


@dataclass(frozen=True)
class Result:
    """The verdict on one scenario, with the runs that it is told by.

    `protected` is the first schedule's run, or the failing one; `control` the run that breaks the invariant.
    """

    plan: Plan
    verdict: str
    reason: str
    protected: Seen | None
    control: Seen | None
    protected_side: Explored
    control_side: Explored

    def schedules(self) -> dict[str, Json]:
        """How many schedules the protected side ran in, and whether those were all."""
        side = self.protected_side
        return {"explored": side.explored, "exhausted": side.exhausted}


def judge(plan: Plan, protected: Explored, control: Explored) -> Result:
    """Judge one scenario: PASS if the claim holds in every schedule and the control breaks as it must.

    A side that did not finish, a fault that never struck (vacuous) or a control that survives (toothless) is
    INCOMPLETE: nothing was shown either way.
    """
    expected = plan.expected
    verdict, reason, failing = _protected_verdict(expected, protected)
    broken = next(
        (run for run in reversed(control.seen) if is_failing(expected, "control", run.outcome)),
        None,
    )
    if verdict == PASS:
        verdict, reason = _control_verdict(expected, control, broken)
    shown = failing or (protected.seen[0] if protected.seen else None)
    return Result(plan, verdict, reason, shown, broken, protected, control)


def is_failing(expected: Expected, side: str, outcome: Observation) -> bool:
    """Tell whether the search may stop at this outcome: the claim is broken, or the control breaks as it must."""
    if side == "control":
        return not expected.invariant.holds(outcome)
    return _broken_by(expected, outcome) is not None


def _broken_by(expected: Expected, outcome: Observation) -> str | None:
    for claim in expected.figures(expected.protected, outcome):
        if not claim.held:
            return str(claim)
    return None if expected.invariant.holds(outcome) else f"broken: {expected.invariant.text}"


def _protected_verdict(expected: Expected, side: Explored) -> tuple[str, str, Seen | None]:
    if side.problem is not None:
        return INCOMPLETE, f"the protected run did not finish: {side.problem}", None
    if side.seen and not any(expected.struck(run.outcome) for run in side.seen):
        return INCOMPLETE, "vacuous: the planned fault never struck", None
    for run in reversed(side.seen):  # the last one is the smallest that fails
        if why := _broken_by(expected, run.outcome):
            return FAIL, why, run
    return (PASS, "", None) if side.seen else (INCOMPLETE, "nothing was run", None)


def _control_verdict(expected: Expected, side: Explored, broken: Seen | None) -> tuple[str, str]:
    if side.problem is not None:
        return INCOMPLETE, f"the control did not finish: {side.problem}"
    if not any(expected.struck(run.outcome) for run in side.seen):
        return INCOMPLETE, "vacuous: the planned fault never struck the control"
    if broken is None:
        return INCOMPLETE, f"toothless: the control keeps the promise ({expected.invariant.text})"
    for claim in expected.figures(expected.control, broken.outcome):
        if not claim.held:
            return FAIL, f"control, {claim}"
    return PASS, ""


def total(verdicts: Sequence[str], planned: int) -> str:
    """The verdict on all of them: PASS only if every planned one was counted and passed."""
    if FAIL in verdicts:
        return FAIL
    if len(verdicts) != planned or planned == 0 or any(verdict != PASS for verdict in verdicts):
        return INCOMPLETE
    return PASS
