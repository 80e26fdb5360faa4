"""Runs the scenarios of a lab: each side in the child, each verdict here."""

from collections.abc import Callable, Iterator
from importlib import import_module

from labs.kit.manifest import Lab, agree
from labs.kit.scenario import Drive, Expected, Observation
from labs.runner.child import ChildError, Children, Message
from labs.runner.judge import Explored, Plan, Result, Seen, is_failing, judge


def plans_of(lab: Lab) -> dict[str, Plan]:
    """The lab's scenarios by id. Raises ManifestError if manifest, figures and drives are not the same set."""
    expected: dict[str, Expected] = import_module(f"{lab.package}.claims").EXPECTED
    drives: dict[str, Drive] = import_module(f"{lab.package}.scenarios").DRIVES
    agree(lab, expected, "claims.py")
    agree(lab, drives, "scenarios")
    return {
        id_: Plan(lab.id, id_, drives[id_].claim, expected[id_], drives[id_].pinned is not None)
        for id_ in lab.scenarios
    }


def run_scenarios(
    lab: Lab, plans: list[Plan], begin: Callable[[str], None], *, free: bool
) -> Iterator[Result]:
    """Run the scenarios one by one; a child that got stuck or died is replaced for the next.

    `begin` is told each scenario's name before it runs.
    """
    with Children(free=free) as children:
        for plan in plans:
            begin(plan.id)
            protected = _explore(children, lab, plan, "protected")
            control = _explore(children, lab, plan, "control")
            yield judge(plan, protected, control)


def _explore(children: Children, lab: Lab, plan: Plan, side: str) -> Explored:
    seen: list[Seen] = []

    def is_broken(message: Message) -> bool:
        seen.append(Seen(Observation(**message["outcome"]), message["schedule"]))
        return is_failing(plan.expected, side, seen[-1].outcome)

    try:
        last = children.child().ask(
            "scenario", is_broken, lab=lab.package, id=plan.id, side=side, free=children.free
        )
    except ChildError as error:
        return Explored(seen, problem=str(error), report=error.report)
    problem = f"{last['verdict']}: {last['reason']}" if last.get("reason") else None
    return Explored(
        seen,
        last["explored"],
        last["exhausted"],
        problem,
        last.get("report", "") if problem else "",
    )
