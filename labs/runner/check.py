"""`lab_runner.py check`: checks an exercise in every schedule, and says which promise broke and how."""

import json
import sys
from collections.abc import Sequence
from pathlib import Path

from labs.kit.scenario import Json
from labs.runner.arguments import Parser, UsageError
from labs.runner.checking import STUCK, Checked, check_answer
from labs.runner.command import exit_code
from labs.runner.diagnosis import Mistake, likeness
from labs.runner.exercise import Place, all_places, find_some, read_answer
from labs.runner.judge import FAIL, INCOMPLETE, PASS
from labs.runner.progress import Progress

ORDER = (STUCK, FAIL, INCOMPLETE)


def run(arguments: list[str]) -> int:
    """Check one exercise, all of a lab, or the next one; the last line on standard output is the verdict."""
    parser = Parser(prog="lab_runner.py check", description=__doc__)
    parser.add_argument("exercise", nargs="?", help="such as E08.1, or E08 for all of a lab")
    which = parser.add_mutually_exclusive_group()
    which.add_argument(
        "--solution", action="store_true", help="check the answer in place of your file"
    )
    which.add_argument("--file", type=Path, help="check that file in place of yours")
    parser.add_argument("--json", action="store_true", help="one JSON document and nothing else")
    options = parser.parse_args(arguments[1:])
    progress = Progress()
    places = find_some(options.exercise) if options.exercise else [next_exercise(progress)]
    if options.file and len(places) > 1:
        raise UsageError("--file goes with one exercise, such as E08.1")
    verdicts, documents = [], []
    for place in places:
        path = options.file or (place.solution if options.solution else place.student)
        read_answer(path)
        results, mistake = examine(place, path, progress)
        verdicts.append(verdict_of(results))
        documents.append(document(place, results, mistake))
        if not options.json:
            tell(place, path, results, mistake)
    if options.json:
        whole = {"lab": places[0].lab.id, "verdict": worst(verdicts), "exercises": documents}
        json.dump(documents[0] if len(documents) == 1 else whole, sys.stdout, indent=2)
        print()
    elif len(places) > 1:
        print(f"{worst(verdicts)} exercises {places[0].lab.id} ({len(places)})")
    return exit_code(worst(verdicts))


def examine(place: Place, path: Path, progress: Progress) -> tuple[list[Checked], Mistake | None]:
    """Check one file: the results, and what it is like. A pass of the student's own file is remembered."""
    results = list(check_answer(place, path.resolve()))
    if path == place.student and verdict_of(results) == PASS:
        progress.record(place.exercise.id, finished=True)
    return results, likeness(place, path, results)


def next_exercise(progress: Progress) -> Place:
    """The first exercise that is not finished; the last one if all are."""
    places = all_places()
    if not places:
        raise UsageError("there is no exercise yet")
    return next((place for place in places if not progress.finished(place.exercise.id)), places[-1])


def verdict_of(results: Sequence[Checked]) -> str:
    """The verdict on an answer: PASS only if there were checks and all of them passed."""
    return worst([result.verdict for result in results]) if results else INCOMPLETE


def worst(verdicts: Sequence[str]) -> str:
    """The verdict on all: STUCK before FAIL before INCOMPLETE before PASS."""
    return next((verdict for verdict in ORDER if verdict in verdicts), PASS)


def document(place: Place, results: Sequence[Checked], mistake: Mistake | None) -> dict[str, Json]:
    """The JSON form of a checked answer."""
    return {
        "exercise": place.exercise.id,
        "verdict": verdict_of(results),
        "checks": [
            {
                "id": result.id,
                "claim": result.claim,
                "verdict": result.verdict,
                "observed": result.figures("observed"),
                "expected": result.figures("expected"),
                "schedule": result.run.schedule if result.run and result.verdict != PASS else None,
                **({"problem": result.problem} if result.problem else {}),
            }
            for result in results
        ],
        "diagnosis": mistake.diagnosis if mistake else None,
    }


def tell(place: Place, path: Path, results: Sequence[Checked], mistake: Mistake | None) -> None:
    """Print the story of a checked answer, its verdict last."""
    from labs.runner.check_screen import CheckScreen

    CheckScreen().answer(place, path, results, mistake)
    print(f"{verdict_of(results)} exercise {place.exercise.id}")
