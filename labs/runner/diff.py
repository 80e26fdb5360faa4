"""`lab_runner.py diff E08.1`: your version against the answer, once yours has passed."""

import difflib

from labs.runner.arguments import Parser, UsageError
from labs.runner.exercise import find, read_answer
from labs.runner.progress import Progress


def run(arguments: list[str]) -> int:
    """Print a unified diff from the student's version to the answer."""
    parser = Parser(prog="lab_runner.py diff", description=__doc__)
    parser.add_argument("exercise", help="such as E08.1")
    parser.add_argument("--give-up", action="store_true", help="show it before yours has passed")
    options = parser.parse_args(arguments[1:])
    place = find(options.exercise)
    if not options.give_up and not Progress().finished(place.exercise.id):
        raise UsageError(
            f"{place.exercise.id} has not passed yet; --give-up shows the answer all the same"
        )
    yours = read_answer(place.student).splitlines(keepends=True)
    answer = read_answer(place.solution).splitlines(keepends=True)
    lines = list(difflib.unified_diff(yours, answer, "yours", "the answer"))
    print("".join(lines) or "your version is the answer, word for word", end="" if lines else "\n")
    return 0
