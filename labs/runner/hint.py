"""`lab_runner.py hint E08.1`: where to look, what to think, what to write; one rung more at each call."""

import re
import shutil
import textwrap

from labs.runner.arguments import Parser
from labs.runner.check import next_exercise
from labs.runner.exercise import find
from labs.runner.progress import Progress


def run(arguments: list[str]) -> int:
    """Show the rungs used so far and the next one, and remember how many that were."""
    parser = Parser(prog="lab_runner.py hint", description=__doc__)
    parser.add_argument("exercise", nargs="?", help="such as E08.1; without it the next one")
    options = parser.parse_args(arguments[1:])
    progress = Progress()
    place = find(options.exercise) if options.exercise else next_exercise(progress)
    rungs = place.hints
    shown = min(progress.hints(place.exercise.id) + 1, len(rungs))
    for number, rung in enumerate(rungs[:shown], 1):
        print(f"{place.exercise.id} hint {number} of {len(rungs)}\n\n{filled(rung)}\n")
    if shown == len(rungs):
        print("That was the last hint. The answer:")
        print(f"python lab_runner.py diff {place.exercise.id} --give-up")
    progress.record(place.exercise.id, hints=shown)
    return 0


def filled(rung: str) -> str:
    """The text in lines that fit the terminal, at most 79 columns: paragraphs, and lists of items with a dash."""
    width = min(79, shutil.get_terminal_size().columns - 1)
    parts = re.split(r"(\n\n|\n(?=- ))", rung)
    return "".join(part if part.isspace() else _filled(part, width) for part in parts)


def _filled(part: str, width: int) -> str:
    hanging = "  " if part.startswith("- ") else ""
    return textwrap.fill(
        " ".join(part.split()),
        width,
        subsequent_indent=hanging,
        break_long_words=False,
        break_on_hyphens=False,
    )
