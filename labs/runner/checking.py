"""Checks an answer: the child drives it through every schedule, the claims are judged here."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import Any

from labs.kit.check import Check
from labs.kit.scenario import Claim, Observation
from labs.runner.child import ChildError, Children, Died, Message, Raised, Stuck
from labs.runner.exercise import Place
from labs.runner.judge import FAIL, INCOMPLETE, PASS, Seen

STUCK = "STUCK"
HANGS = ("DEADLOCK", "ENDLESS", "LEAKED")


@dataclass(frozen=True)
class Checked:
    """What one check found: its claims on the run that is shown, the smallest failing one if there is any."""

    id: str
    claim: str
    verdict: str
    claims: list[Claim] = field(default_factory=list)
    run: Seen | None = None
    explored: int = 0
    exhausted: bool = False
    problem: str = ""
    report: str = ""

    def figures(self, side: str) -> dict[str, Any]:
        """The claims' "expected" or "observed" values by name."""
        return {claim.name: getattr(claim, side) for claim in self.claims}


def check_answer(place: Place, path: Path) -> Iterator[Checked]:
    """Run every check of the exercise on that file, in a fresh child if the last one died.

    A file that cannot be loaded, or is refused, gets one result with the id "answer".
    """
    checks: dict[str, Check] = import_module(f"{place.lab.package}.checks.{place.stem}").CHECKS
    if refusal := forbidden_import(place, path):
        yield Checked("answer", "The answer is the student's own.", FAIL, problem=refusal)
        return
    with Children(free=False, roots=[path.parent]) as children:
        if trouble := _load(children, place, path):
            yield trouble
            return
        hung = False
        for id_, check in checks.items():
            if hung:  # each further one would take its two seconds to say the same
                yield Checked(id_, _claim(check), INCOMPLETE, problem="not run after a hang")
                continue
            result = _run(children, place, path, id_, check)
            hung = result.verdict == STUCK and not result.explored
            yield result


def _load(children: Children, place: Place, path: Path) -> Checked | None:
    claim = f"The answer can be loaded and exports {', '.join(place.exercise.exports)}."
    try:
        child = children.child()
    except ChildError as error:
        return _lost("answer", "The child that drives the answer starts.", error, INCOMPLETE)
    try:
        kinds = child.ask("exports", path=str(path), names=place.exercise.exports)["kinds"]
    except ChildError as error:
        return _lost("answer", claim, error, FAIL)
    for name in place.exercise.exports:
        if name not in kinds:
            return Checked(
                "answer", claim, FAIL, problem=f"{path.name} has no {name}; the text asks for it"
            )
        wanted = "type" if name[0].isupper() else "function"
        if kinds[name] != wanted:
            said = {"type": "a class", "function": "a function"}[wanted]
            return Checked("answer", claim, FAIL, problem=f"{name} is {kinds[name]}, takes {said}")
    return None


def _run(children: Children, place: Place, path: Path, id_: str, check: Check) -> Checked:
    claim = _claim(check)
    seen: list[Seen] = []

    def is_broken(message: Message) -> bool:
        seen.append(Seen(Observation(**message["outcome"]), message["schedule"]))
        return not all(fact.held for fact in check(seen[-1].outcome))

    drive = f"{place.lab.package}.drives.drive_{place.stem}"
    try:
        last = children.child().ask("check", is_broken, drive=drive, id=id_, path=str(path))
    except ChildError as error:
        return _lost(id_, claim, error, INCOMPLETE)
    return _verdict(id_, claim, check, seen, last)


def _claim(check: Check) -> str:
    return " ".join((check.__doc__ or "").split())


def _verdict(id_: str, claim: str, check: Check, seen: list[Seen], last: Message) -> Checked:
    counts = {"explored": last["explored"], "exhausted": last["exhausted"]}
    for run in reversed(seen):  # the last one is the smallest that fails
        claims = list(check(run.outcome))
        if not all(fact.held for fact in claims):
            return Checked(id_, claim, FAIL, claims, run, report=last["report"], **counts)
    problem, report = last.get("reason", ""), last.get("report", "")
    where = Seen(seen[0].outcome if seen else Observation({}), last.get("schedule"))
    if last["verdict"] == "HOLDS" and seen:
        return Checked(id_, claim, PASS, list(check(seen[0].outcome)), seen[0], **counts)
    if last["verdict"] in HANGS:
        return Checked(id_, claim, STUCK, [], where, problem=problem, report=report, **counts)
    verdict = FAIL if last["verdict"] == "BROKEN" else INCOMPLETE
    return Checked(id_, claim, verdict, [], where, problem=problem, report=report, **counts)


def _lost(id_: str, claim: str, error: ChildError, if_raised: str) -> Checked:
    """The result of a check that gave none; raising is the answer's fault at its import, the harness's later on."""
    verdict = {Stuck: STUCK, Raised: if_raised, Died: FAIL}[type(error)]
    return Checked(id_, claim, verdict, problem=str(error), report=error.report)


def forbidden_import(place: Place, path: Path) -> str | None:
    """Say which import of the answer is refused: the part that it is to replace. None if there is none.

    A file that does not parse has no imports; loading it says so.
    """
    try:
        tree = ast.parse(path.read_bytes())
    except (SyntaxError, ValueError):
        return None
    for module, name in _imports(tree):
        for refused in place.exercise.replaces:
            part, _, what = refused.rpartition(".")
            if f"{module}.{name}" == refused or (module == part and name in ("*", None)):
                return f"it imports {what} from {part}, which it is to replace"
            if f"{module}.{name}" == part:
                return f"it imports {part}, whose {what} it is to replace"
    return None


def _imports(tree: ast.AST) -> Iterator[tuple[str, str | None]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            for alias in node.names:
                yield node.module or "", alias.name
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield alias.name, None
