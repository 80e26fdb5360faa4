"""`lab_runner.py E08 --sweep`: every combination of faults in every schedule, counted."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from labs.kit.manifest import Lab
from labs.kit.scenario import Json, Observation
from labs.runner.arguments import UsageError
from labs.runner.child import Child, ChildError, Message
from labs.runner.judge import FAIL, INCOMPLETE, PASS

Spec = dict[str, Json]
BATCH = 200  # combinations in one message


@dataclass
class Swept:
    """What the sweep found: how many combinations were run to the end, in how many schedules, and what broke."""

    planned: int
    combinations: int = 0
    schedules: int = 0
    struck: int = 0
    meaning: str = ""
    verdict: str = INCOMPLETE
    reason: str = ""


class Broken(Exception):
    """A combination breaks an invariant, or was not run to its end; carries the verdict."""

    def __init__(self, verdict: str, spec: Spec, why: str) -> None:
        super().__init__(f"{spec}: {why}")
        self.verdict = verdict


def sweep(lab: Lab, specs: list[Spec], step: Callable[[], None]) -> Swept:
    """Run these combinations of the lab; the first one that breaks ends the sweep. `step` is called after each.

    A sweep whose combinations start no thread (`THREADS` is False) runs each once: there is one schedule.
    """
    claims = import_module(f"{lab.package}.sweep_claims")
    threads: bool = import_module(f"{lab.package}.sweep").THREADS
    swept = Swept(planned=len(specs), meaning=claims.STRUCK_MEANS)
    with Child(free=not threads) as child:
        runs = _explored(child, lab, specs, claims) if threads else _once(child, lab, specs, claims)
        try:
            for schedules, has_struck in runs:
                swept.combinations += 1
                swept.schedules += schedules
                swept.struck += has_struck
                step()
        except Broken as broken:
            swept.verdict, swept.reason = broken.verdict, str(broken)
            return swept
    swept.verdict = PASS if swept.combinations == swept.planned else INCOMPLETE
    if swept.struck != claims.STRUCK:
        swept.verdict, swept.reason = FAIL, f"{swept.struck} struck, expected {claims.STRUCK}"
    return swept


def combinations_of(lab: Lab) -> list[Spec]:
    """Every combination of the lab's sweep. Raises UsageError if the lab has none."""
    if not (lab.folder / "sweep.py").exists():
        raise UsageError(f"{lab.id} has no sweep")
    return list(import_module(f"{lab.package}.sweep").combinations())


def _explored(child: Child, lab: Lab, specs: list[Spec], claims: Any) -> Iterator[tuple[int, bool]]:
    """Every combination in every schedule; has it struck in one of them?"""
    for spec in specs:
        struck: list[bool] = []
        broken: list[str] = []

        def is_broken(message: Message) -> bool:
            run = Observation(**message["outcome"])
            struck.append(claims.struck(spec, run))  # noqa: B023 - called before the loop goes on
            broken[:] = _unheld(claims, spec, run)  # noqa: B023 - as above
            return bool(broken)  # noqa: B023 - as above

        try:
            last = child.ask("sweep", is_broken, lab=lab.package, spec=spec)
        except ChildError as error:
            raise Broken(INCOMPLETE, spec, f"{error}\n{error.report}") from error
        if broken:
            raise Broken(FAIL, spec, f"{broken[0]}\n{last['report']}")
        if last["verdict"] != "HOLDS" or not last["exhausted"]:
            raise Broken(INCOMPLETE, spec, f"{last['verdict']} {last['reason']}\n{last['report']}")
        yield last["explored"], any(struck)


def _once(child: Child, lab: Lab, specs: list[Spec], claims: Any) -> Iterator[tuple[int, bool]]:
    """Every combination once, many at a time."""
    for start in range(0, len(specs), BATCH):
        batch = specs[start : start + BATCH]
        try:
            last = child.ask("sweep_free", lab=lab.package, specs=batch)
        except ChildError as error:
            raise Broken(
                INCOMPLETE, batch[0], f"or one soon after: {error}\n{error.report}"
            ) from error
        for spec, outcome in zip(batch, last["outcomes"], strict=True):
            run = Observation(**outcome)
            if broken := _unheld(claims, spec, run):
                raise Broken(FAIL, spec, broken[0])
            yield 1, claims.struck(spec, run)


def _unheld(claims: Any, spec: Spec, run: Observation) -> list[str]:
    return [str(fact) for fact in claims.judge_sweep(spec, run) if not fact.held]
