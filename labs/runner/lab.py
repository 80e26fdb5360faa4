"""`lab_runner.py E08`: runs the scenarios of a lab and tells what each one showed."""

import json
import sys
from pathlib import Path

from labs.kit.manifest import Lab
from labs.kit.scenario import Json
from labs.runner.arguments import Parser, UsageError, find_lab, find_scenario
from labs.runner.command import exit_code
from labs.runner.judge import Plan, Result, total
from labs.runner.lab_run import plans_of, run_scenarios


def run(arguments: list[str]) -> int:
    """Run a lab or one of its scenarios; the last line on standard output is the verdict."""
    parser = Parser(prog="lab_runner.py LAB", description=__doc__)
    parser.add_argument("lab", help="the lab's id, such as E08")
    parser.add_argument("scenario", nargs="?", help="one scenario, told in full")
    parser.add_argument("--json", action="store_true", help="one JSON document and nothing else")
    parser.add_argument(
        "--real-threads", action="store_true", help="threads run free, barriers pin the order"
    )
    parser.add_argument("--svg", type=Path, help="save what is told as a picture")
    parser.add_argument("--sweep", action="store_true", help="all combinations of faults")
    options = parser.parse_intermixed_args(arguments)
    lab = find_lab(options.lab)
    ids = [find_scenario(lab, options.scenario)] if options.scenario else lab.scenarios
    plans = [plan for id_, plan in plans_of(lab).items() if id_ in ids]
    if options.sweep:
        if options.json or options.scenario:
            raise UsageError("--sweep goes alone: it runs all combinations and counts them")
        return _swept(lab)
    name = f"scenario {lab.id}/{ids[0]}" if options.scenario else f"lab {lab.id}"
    if options.json:
        return _as_json(lab, plans, options.real_threads)
    return _told(lab, plans, name, options.real_threads, options.svg)


def _as_json(lab: Lab, plans: list[Plan], free: bool) -> int:
    results = list(run_scenarios(lab, plans, begin=lambda _id: None, free=free))
    verdict = total([result.verdict for result in results], len(plans))
    document = {
        "lab": lab.id,
        "verdict": verdict,
        "scenarios": [_entry(result) for result in results],
    }
    json.dump(document, sys.stdout, indent=2)
    print()
    return exit_code(verdict)


def _entry(result: Result) -> dict[str, Json]:
    run, control = result.protected, result.control
    entry: dict[str, Json] = {
        "id": result.plan.id,
        "claim": result.plan.claim,
        "verdict": result.verdict,
        "observed": run.outcome.observed if run else {},
        "events": run.outcome.events if run else [],
        "control": {
            "breaks": result.plan.expected.invariant.text,
            "observed": control.outcome.observed if control else {},
            "broke": control is not None,
        },
        "schedules": result.schedules(),
    }
    return entry if not result.reason else {**entry, "reason": result.reason}


def _told(lab: Lab, plans: list[Plan], name: str, free: bool, svg: Path | None) -> int:
    from labs.runner.screen import Screen, recording_console

    screen, in_full = Screen(recording_console() if svg else None), len(plans) < len(lab.scenarios)
    verdicts = []
    screen.opening(lab)
    with screen.progress(len(plans)) as begin:
        for result in run_scenarios(lab, plans, begin, free=free):
            verdicts.append(result.verdict)
            screen.scenario(result, in_full)
    if not in_full:
        screen.closing(lab, verdicts)
    if svg is not None:
        screen.save_svg(
            svg, f"python lab_runner.py {name.rsplit(maxsplit=1)[-1].replace('/', ' ')}"
        )
    verdict = total(verdicts, len(plans))
    print(f"{verdict} {name}")
    return exit_code(verdict)


def _swept(lab: Lab) -> int:
    from labs.runner.screen import Screen
    from labs.runner.sweep import combinations_of, sweep

    specs = combinations_of(lab)
    with Screen().progress(len(specs)) as begin:
        found = sweep(lab, specs, step=lambda: begin(f"{lab.id} sweep"))
    print(f"combinations  {found.combinations} of {found.planned} run to the end")
    print(f"schedules     {found.schedules}, all there are")
    print(f"struck        {found.struck} {found.meaning}")
    if found.reason:
        print(found.reason)
    print(f"{found.verdict} sweep {lab.id} ({found.combinations})")
    return exit_code(found.verdict)
