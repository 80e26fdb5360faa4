"""`lab_runner.py replay`: one schedule again, step by step."""

from importlib import import_module
from pathlib import Path

from labs.kit.scenario import Claim, Observation
from labs.runner.arguments import Parser, UsageError, find_lab, find_scenario, unknown
from labs.runner.child import Child, Message
from labs.runner.command import exit_code
from labs.runner.exercise import Place, find, read_answer
from labs.runner.judge import FAIL, PASS
from labs.runner.lab_run import plans_of


def run(arguments: list[str]) -> int:
    """Replay a check of an exercise, or a scenario of a lab; the last line is the verdict on that run."""
    parser = Parser(prog="lab_runner.py replay", description=__doc__)
    parser.add_argument(
        "what", help="an exercise such as E08.1, or a scenario such as E08/same-key-race"
    )
    parser.add_argument("schedule", help="CHECK:SCHEDULE for an exercise, SCHEDULE for a scenario")
    parser.add_argument("--control", action="store_true", help="the scenario's control")
    parser.add_argument("--solution", action="store_true", help="the answer in place of your file")
    parser.add_argument("--file", type=Path, help="that file in place of yours")
    options = parser.parse_args(arguments[1:])
    if "/" in options.what:
        lab_id, name = options.what.split("/", 1)
        return _scenario(lab_id, name, options.schedule, options.control)
    place = find(options.what)
    path = options.file or (place.solution if options.solution else place.student)
    read_answer(path)
    return _check(place, path.resolve(), options.schedule)


def _scenario(lab_id: str, name: str, schedule: str, control: bool) -> int:
    lab = find_lab(lab_id)
    id_ = find_scenario(lab, name)
    expected = plans_of(lab)[id_].expected
    side = "control" if control else "protected"
    with Child(free=False) as child:
        last = child.ask(
            "replay",
            schedule=schedule,
            what="scenario",
            lab=lab.package,
            id=id_,
            side=side,
        )
    claims = (
        expected.figures(getattr(expected, side), _outcome(last)) if last.get("outcome") else []
    )
    return _tell(last, claims, f"scenario {lab.id}/{id_} {side}")


def _check(place: Place, path: Path, target: str) -> int:
    name, colon, schedule = target.partition(":")
    if not colon:
        raise UsageError(f"got {target!r}, takes CHECK:SCHEDULE, as the check printed it")
    checks = import_module(f"{place.lab.package}.checks.{place.stem}").CHECKS
    if name not in checks:
        raise unknown(f"check of {place.exercise.id}", name, checks)
    drive = f"{place.lab.package}.drives.drive_{place.stem}"
    with Child(free=False, roots=[path.parent]) as child:
        last = child.ask(
            "replay",
            schedule=schedule,
            what="check",
            drive=drive,
            id=name,
            path=str(path),
        )
    claims = list(checks[name](_outcome(last))) if last.get("outcome") else []
    return _tell(last, claims, f"exercise {place.exercise.id} {name}")


def _outcome(last: Message) -> Observation:
    return Observation(**last["outcome"])


def _tell(last: Message, claims: list[Claim], name: str) -> int:
    from labs.runner.screen import plain_console
    from labs.runner.story import in_lanes, plain

    if "misfit" in last:
        raise UsageError(
            f"the schedule does not fit, so the code is not what it was; check again: {last['misfit']}"
        )
    print(last["report"].rstrip().removesuffix("HOLDS").rstrip() + "\n")
    if last.get("outcome"):
        plain_console().print(in_lanes(last["outcome"]["story"]))
    for fact in claims:
        sign = "as claimed" if fact.held else f"expected {plain(fact.expected)}"
        print(f"{fact.name}: {plain(fact.observed)} ({sign})")
    held = last["verdict"] == "HOLDS" and all(fact.held for fact in claims)
    verdict = PASS if held else FAIL
    print(f"{verdict} replay {name}")
    return exit_code(verdict)
