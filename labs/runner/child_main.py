"""The child: the one place where lab and student code runs. It drives and reports; it never judges.

Nothing of a lab is imported before the explorer's import hook stands, so that everything is instrumented. With
`free` it never stands: threads run free, once, and barriers pin the order.
"""

import json
import os
import sys
import traceback
from collections.abc import Callable
from dataclasses import asdict
from importlib import import_module
from pathlib import Path
from typing import Any

from labs.runner.channel import Channel, Handler, Message, private_channel

ROOT = Path(__file__).resolve().parent.parent.parent
Body = Callable[[], Any]


def start(channel: Channel, free: bool, roots: list[str]) -> Message:
    """Get ready for one kind of run; the first request of every child."""
    channel.beat()
    if not free:
        from labs.kit.schedule import loader

        loader.install([ROOT / "labs", *map(Path, roots)])
    return {}


def scenario(channel: Channel, lab: str, id: str, side: str, free: bool) -> Message:  # noqa: A002 - the field's name
    """Run one side of a scenario, in every schedule or once on free threads."""
    drive = import_module(f"{lab}.scenarios").DRIVES[id]
    return run_judged(channel, lambda: drive.run(side, free=free), free)


def check(channel: Channel, drive: str, id: str, path: str, free: bool) -> Message:  # noqa: A002
    """Drive one check of an exercise against the answer in that file."""
    answer = load_answer(path)
    body = import_module(drive).DRIVES[id]
    return run_judged(channel, lambda: body(answer), free)


def exports(channel: Channel, path: str, names: list[str]) -> Message:
    """Load an answer and say which of the names it has, and of what kind."""
    del channel
    answer = load_answer(path)
    return {
        "kinds": {
            name: type(getattr(answer, name)).__name__ for name in names if hasattr(answer, name)
        }
    }


def load_answer(path: str) -> Any:
    """The answer's module, loaded once, under a name that no other module has."""
    name = "answer_" + Path(path).stem
    if name not in sys.modules:
        from labs.kit.schedule import loader

        loader.load(Path(path), name)
    return sys.modules[name]


def run_judged(channel: Channel, body: Body, free: bool) -> Message:
    """Run the body until the parent finds an outcome broken, or to the end; then make its schedule minimal."""
    if free:
        channel.is_broken(asdict(body()), None)
        return {"verdict": "HOLDS", "explored": 1, "exhausted": False}
    from labs.runner.exploring import explore_judged

    return explore_judged(channel, body)


HANDLERS: dict[str, Handler] = {
    "start": start,
    "scenario": scenario,
    "check": check,
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
    """The traceback without the runner's lines and with base names for paths."""
    lines = traceback.TracebackException.from_exception(error)
    lines.stack[:] = [
        frame for frame in lines.stack if os.sep + "runner" + os.sep not in frame.filename
    ]
    return "".join(lines.format())


if __name__ == "__main__":
    sys.exit(f"the child is started by lab_runner.py; run that ({json.dumps(sorted(HANDLERS))})")
