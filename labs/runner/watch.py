"""`lab_runner.py watch E08.1`: checks on every save, and never moves on by itself."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path

from labs.runner.arguments import Parser
from labs.runner.check import examine, next_exercise, tell
from labs.runner.exercise import find, read_answer
from labs.runner.progress import Progress

POLL_S = 0.2  # polling works in containers and on network drives, where change notices do not


def run(arguments: list[str]) -> int:
    """Check the exercise now and after each save, until Ctrl-C."""
    parser = Parser(prog="lab_runner.py watch", description=__doc__)
    parser.add_argument("exercise", nargs="?", help="such as E08.1; without it the next one")
    options = parser.parse_args(arguments[1:])
    progress = Progress()
    place = find(options.exercise) if options.exercise else next_exercise(progress)
    read_answer(place.student)
    for number, _content in enumerate(saves(place.student, time.sleep)):
        if number:
            print(f"\n-- save {number} ".ljust(45, "-"))
        tell(place, place.student, *examine(place, place.student, progress))
        print(f"\nwatching {place.student.name}: save it to check again, Ctrl-C ends", flush=True)
    return 0


def saves(path: Path, sleep: Callable[[float], None]) -> Iterator[bytes]:
    """The file's content now, and again each time it has changed; `sleep` waits between two looks.

    A file that is away for a moment, as editors do while they save, is waited for.
    """
    last = None
    while True:
        content = content_of(path)
        if content is not None and content != last:
            last = content
            yield content
        sleep(POLL_S)


def content_of(path: Path) -> bytes | None:
    """What the file holds; None while it is away."""
    try:
        return path.read_bytes()
    except OSError:
        return None
