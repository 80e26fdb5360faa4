"""`lab_runner.py hint E08.1`: where to look, what to think, what to write; one rung more at each call."""

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
        print(f"{place.exercise.id} hint {number} of {len(rungs)}\n\n{rung}\n")
    if shown == len(rungs):
        print(
            f"That was the last rung. The answer: python lab_runner.py diff {place.exercise.id} --give-up"
        )
    progress.record(place.exercise.id, hints=shown)
    return 0
