"""The child is the one place where lab and student code runs: it drives and reports, and never judges.

Nothing of a lab is imported before the explorer's import hook stands, so that everything is instrumented. With
`free` it never stands: threads run free, once, and barriers pin the order.
"""

import os
import sys
import traceback
from collections.abc import Callable
from dataclasses import asdict
from importlib import import_module
from pathlib import Path
from typing import Any

from labs.runner.channel import Channel, Message, private_channel
from labs.runner.root import ROOT
from labs.runner.stacks import is_under_test

Body = Callable[[], Any]


def start(channel: Channel, free: bool, roots: list[str]) -> Message:
    """Get ready for one kind of run; the first request of every child."""
    channel.beat()
    if not free:
        pin_to_one_processor()
        from labs.kit.schedule import loader

        loader.install([ROOT / "labs", *map(Path, roots)])
    return {}


def pin_to_one_processor() -> None:
    """Explore on one processor, where one thread hands over to the next up to three times faster.

    Which one follows from the process id, so that children side by side spread over all of them.
    """
    if hasattr(os, "sched_setaffinity"):
        processors = sorted(os.sched_getaffinity(0))
        os.sched_setaffinity(0, {processors[os.getpid() % len(processors)]})


def scenario(channel: Channel, lab: str, id: str, side: str, free: bool) -> Message:  # noqa: A002 - the field's name
    """Run one side of a scenario: in every schedule, or once if threads run free or there are none."""
    drive = import_module(f"{lab}.scenarios").DRIVES[id]
    found = run_judged(channel, lambda: drive.run(side, free=free), once=free or not drive.threads)
    return found if drive.threads else {**found, "exhausted": True}


def check(channel: Channel, **which: Any) -> Message:
    """Drive one check of an exercise against an answer, in every schedule."""
    return run_judged(channel, check_body(**which), once=False)


def sweep(channel: Channel, lab: str, spec: dict[str, Any]) -> Message:
    """Run one combination of a lab's sweep in every schedule."""
    drive = import_module(f"{lab}.sweep").drive
    return run_judged(channel, lambda: drive(**spec), once=False)


def sweep_free(channel: Channel, lab: str, specs: list[dict[str, Any]]) -> Message:
    """Run combinations that start no thread, once each: there is one schedule."""
    channel.beat()
    drive = import_module(f"{lab}.sweep").drive
    return {"outcomes": [asdict(drive(**spec)) for spec in specs]}


def replay(channel: Channel, schedule: str, what: str, **which: Any) -> Message:
    """Run one schedule of a scenario or a check again, every step told."""
    from labs.runner.exploring import replay_told

    bodies: dict[str, Callable[..., Body]] = {"scenario": scenario_body, "check": check_body}
    return replay_told(channel, bodies[what](**which), schedule)


def explore(channel: Channel, path: str, function: str, rules: dict[str, Any]) -> Message:
    """Explore a function of a file that is nobody's exercise."""
    from labs.runner.exploring import explore_function

    sys.path.append(str(Path(path).parent))
    module = load_file(
        path, prefix="" if Path(path).stem not in sys.stdlib_module_names else "file_"
    )
    if not callable(body := getattr(module, function, None)):
        return {"functions": [name for name in vars(module) if callable(getattr(module, name))]}
    return explore_function(channel, body, rules)


def scenario_body(lab: str, id: str, side: str) -> Body:  # noqa: A002 - the field's name
    """What runs one side of a scenario once."""
    drive = import_module(f"{lab}.scenarios").DRIVES[id]
    return lambda: drive.run(side, free=False)


def check_body(drive: str, id: str, path: str) -> Body:  # noqa: A002 - the field's name
    """What drives one check of an answer once."""
    answer = load_file(path, prefix="answer_")
    body = import_module(drive).DRIVES[id]
    return lambda: body(answer)


def exports(channel: Channel, path: str, names: list[str]) -> Message:
    """Load an answer and say which of the names it has, and of what kind."""
    del channel
    answer = load_file(path, prefix="answer_")
    return {
        "kinds": {
            name: type(getattr(answer, name)).__name__ for name in names if hasattr(answer, name)
        }
    }


def load_file(path: str, prefix: str) -> Any:
    """The module of that file, loaded once, under a name that no other module has."""
    name = prefix + Path(path).stem
    if name not in sys.modules:
        from labs.kit.schedule import loader

        loader.load(Path(path), name)
    return sys.modules[name]


def run_judged(channel: Channel, body: Body, once: bool) -> Message:
    """Run the body until the parent finds an outcome broken, or to the end; then make its schedule minimal."""
    if once:
        channel.is_broken(asdict(body()), None)
        return {"verdict": "HOLDS", "explored": 1, "exhausted": False}
    from labs.runner.exploring import explore_judged

    return explore_judged(channel, body)


HANDLERS: dict[str, Callable[..., Message]] = {
    "start": start,
    "scenario": scenario,
    "check": check,
    "sweep": sweep,
    "sweep_free": sweep_free,
    "replay": replay,
    "explore": explore,
    "exports": exports,
}


def main() -> None:
    """Answer requests until the pipe closes; each ends in one message of kind `done` or `error`."""
    sys.dont_write_bytecode = True  # nothing is left beside a student's file
    channel = private_channel()
    while True:
        request = channel.receive()
        handler = HANDLERS[request.pop("do")]
        channel.beat()
        try:
            channel.send(kind="done", **handler(channel, **request))
        except BaseException as error:  # noqa: BLE001 - reported to the parent, which judges it
            channel.send(
                kind="error",
                error=type(error).__name__,
                text=str(error),
                traceback=own_lines(error),
            )


def own_lines(error: BaseException) -> str:
    """Where it was raised, in lines of the code under test; of a SyntaxError the line itself."""
    lines = traceback.TracebackException.from_exception(error)
    own = [frame for frame in lines.stack if is_under_test(frame.filename)]
    told = [
        f"  {Path(frame.filename).name}:{frame.lineno} in {frame.name}: {frame.line}\n"
        for frame in own
    ]
    where = list(lines.format_exception_only())[:-1]  # the last line is the message, told apart
    return "".join([*told, *(line for line in where if not line.startswith("  File"))])


if __name__ == "__main__":
    sys.exit("the child is started by lab_runner.py; run that")
