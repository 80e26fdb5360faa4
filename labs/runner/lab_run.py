"""Runs the scenarios of a lab: each side in the child, each verdict here."""

from collections.abc import Callable, Iterator
from importlib import import_module

from labs.kit.manifest import Lab, agree
from labs.kit.scenario import Expected, Observation
from labs.runner.child import Child, ChildError, Message, Raised
from labs.runner.judge import Explored, Result, Seen, is_failing, judge


def check_manifest(lab: Lab) -> dict[str, Expected]:
    """The lab's figures by scenario. Raises ManifestError if manifest, figures and drives are not the same set."""
    expected: dict[str, Expected] = import_module(f"{lab.package}.claims").EXPECTED
    agree(lab, expected, "claims.py")
    agree(lab, import_module(f"{lab.package}.scenarios").DRIVES, "scenarios")
    return expected


def run_scenarios(
    lab: Lab, ids: list[str], begin: Callable[[str], None], *, free: bool
) -> Iterator[Result]:
    """Run the named scenarios one by one; a child that got stuck or died is replaced for the next.

    `begin` is told each scenario's name before it runs.
    """
    expected = check_manifest(lab)
    with Children(free=free) as children:
        for id_ in ids:
            begin(id_)
            sides = [
                _explore(children, lab, id_, side, expected[id_])
                for side in ("protected", "control")
            ]
            yield judge(id_, claim_of(lab, id_), expected[id_], *sides)


def claim_of(lab: Lab, id_: str) -> str:
    """The sentence that the scenario claims: the docstring of what drives it."""
    return str(import_module(f"{lab.package}.scenarios").DRIVES[id_].claim)


class Children:
    """A child that is there when asked for, and gone on the way out."""

    def __init__(self, *, free: bool) -> None:
        self.free = free
        self._child: Child | None = None

    def child(self) -> Child:
        """The living child, a new one if the last one is gone."""
        if self._child is None:
            self._child = Child(free=self.free)
        return self._child

    def drop(self) -> None:
        """End the child, if there is one."""
        if self._child is not None:
            self._child.kill()
            self._child = None

    def __enter__(self) -> "Children":
        """No child yet: it starts when it is asked for."""
        return self

    def __exit__(self, *error: object) -> None:
        """End the child."""
        self.drop()


def _explore(children: Children, lab: Lab, id_: str, side: str, expected: Expected) -> Explored:
    seen: list[Seen] = []

    def is_broken(message: Message) -> bool:
        seen.append(Seen(Observation(**message["outcome"]), message["schedule"]))
        return is_failing(expected, side, seen[-1].outcome)

    try:
        last = children.child().ask(
            "scenario", is_broken, lab=lab.package, id=id_, side=side, free=children.free
        )
    except Raised as error:
        return Explored(seen, problem=str(error), report=error.report)
    except ChildError as error:
        children.drop()
        return Explored(seen, problem=str(error), report=error.report)
    return Explored(seen, last["explored"], last["exhausted"])
