"""`lab_runner.py explore FILE.py:FUNCTION`: any code of yours, in every schedule."""

import json
import sys
from pathlib import Path
from typing import Any

from labs.runner.arguments import Parser, UsageError, unknown
from labs.runner.child import Child, ChildError, Message, Raised
from labs.runner.command import exit_code
from labs.runner.exercise import read_answer

SHOWN = ("verdict", "explored", "exhausted", "schedule", "report")


def run(arguments: list[str]) -> int:
    """Explore a function without parameters; the last line on standard output is the verdict."""
    options = _parser().parse_args(arguments[1:])
    path, function = _target(options.target)
    rules = {
        "max_runs": options.max_runs,
        "max_steps": options.max_steps,
        "timeouts": options.timeouts,
        "replay": options.replay,
    }
    found = explore(path, function, {k: v for k, v in rules.items() if v is not None})
    if options.json:
        json.dump({name: found[name] for name in SHOWN}, sys.stdout, indent=2)
        print()
        return exit_code(found["verdict"])
    told = found["report"].rstrip()
    print(
        "\n".join(
            text for text in (told, found["reason"] if found["reason"] not in told else "") if text
        )
    )
    print(f"{found['verdict']} {path.name}:{function} ({found['explored']} schedules)")
    return exit_code(found["verdict"])


def _parser() -> Parser:
    parser = Parser(prog="lab_runner.py explore", description=__doc__)
    parser.add_argument("target", metavar="FILE.py:FUNCTION")
    parser.add_argument("--json", action="store_true", help="one JSON document and nothing else")
    parser.add_argument("--replay", metavar="SCHEDULE", help="run that one schedule")
    parser.add_argument("--max-runs", type=_count, help="give up after so many schedules")
    parser.add_argument("--max-steps", type=_count, help="call a run endless after so many steps")
    parser.add_argument(
        "--timeouts",
        choices=("choice", "idle"),
        help="a timeout may fire at any time, or only when idle",
    )
    return parser


def _count(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise ValueError(text)
    return int(text)


def _target(target: str) -> tuple[Path, str]:
    file, colon, function = target.rpartition(":")
    if not colon or not file or not function.isidentifier():
        raise UsageError(f"got {target!r}, takes FILE.py:FUNCTION")
    path = Path(file)
    read_answer(path)
    return path.resolve(), function


def explore(path: Path, function: str, rules: dict[str, Any]) -> Message:
    """Explore that function of that file in a child of its own.

    Raises:
        UsageError: there is no such function, or the schedule to replay does not fit.
    """
    nothing: Message = {"explored": 0, "exhausted": False, "schedule": None}
    try:
        with Child(free=False, roots=[path.parent]) as child:
            found = child.ask("explore", path=str(path), function=function, rules=rules)
    except Raised as error:
        reason = f"the file could not be run: {error}"
        return {"verdict": "INCOMPLETE", **nothing, "reason": reason, "report": error.report}
    except ChildError as error:
        return {"verdict": "INCOMPLETE", **nothing, "reason": str(error), "report": error.report}
    if "functions" in found:
        raise unknown(f"function in {path.name}", function, found["functions"])
    if "misfit" in found:
        raise UsageError(f"the schedule does not fit: {found['misfit']}")
    return found
