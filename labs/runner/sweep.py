"""`lab_runner.py E08 --sweep`: every combination of faults in every schedule, counted."""

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from labs.kit.manifest import Lab, ManifestError
from labs.kit.scenario import Json, Observation
from labs.runner.child import Child, ChildError, Message
from labs.runner.judge import FAIL, INCOMPLETE, PASS

Spec = dict[str, Json]


@dataclass
class Swept:
    """What the sweep found: how many combinations were run to the end, in how many schedules, and what broke."""

    planned: int
    combinations: int = 0
    schedules: int = 0
    struck: int = 0
    verdict: str = INCOMPLETE
    reason: str = ""


def sweep(lab: Lab, step: Callable[[], None]) -> Swept:
    """Run every combination of the lab; the first one that breaks ends the sweep. `step` is called after each."""
    specs = combinations_of(lab)
    claims = import_module(f"{lab.package}.sweep_claims")
    swept = Swept(planned=len(specs))
    with Child(free=False) as child:
        for spec in specs:
            if trouble := _one(child, lab, spec, claims, swept):
                swept.verdict, swept.reason = trouble
                return swept
            step()
    pinned = claims.STRUCK
    if swept.struck != pinned:
        swept.verdict, swept.reason = FAIL, f"{swept.struck} strike in full, expected {pinned}"
    else:
        swept.verdict = PASS
    return swept


def combinations_of(lab: Lab) -> list[Spec]:
    """Every combination of the lab's sweep. Raises ManifestError if the lab has none."""
    try:
        return list(import_module(f"{lab.package}.sweep").combinations())
    except ModuleNotFoundError as error:
        raise ManifestError(f"{lab.id} has no sweep ({error.name} is missing)") from error


def _one(child: Child, lab: Lab, spec: Spec, claims: Any, swept: Swept) -> tuple[str, str] | None:
    """Run one combination; answer the verdict and its reason if it breaks or does not finish."""
    broken: list[str] = []
    has_struck = False

    def is_broken(message: Message) -> bool:
        nonlocal has_struck
        run = Observation(**message["outcome"])
        has_struck = has_struck or claims.struck(spec, run)
        broken[:] = [
            f"{fact.name}: expected {fact.expected}, observed {fact.observed}"
            for fact in claims.judge_sweep(spec, run)
            if not fact.held
        ]
        return bool(broken)

    try:
        last = child.ask("sweep", is_broken, lab=lab.package, spec=spec)
    except ChildError as error:
        return INCOMPLETE, f"{spec}: {error}\n{error.report}"
    if broken:
        return FAIL, f"{spec}: {broken[0]}\n{last['report']}"
    if last["verdict"] != "HOLDS" or not last["exhausted"]:
        return INCOMPLETE, f"{spec}: {last['verdict']} {last['reason']}\n{last['report']}"
    swept.combinations += 1
    swept.schedules += last["explored"]
    swept.struck += has_struck
    return None
