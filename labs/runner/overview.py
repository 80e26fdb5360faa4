"""`lab_runner.py`: what there is, how far you are, and what next."""

from labs.kit.manifest import Lab, discover
from labs.runner.check import next_exercise
from labs.runner.exercise import all_places
from labs.runner.progress import Progress

CALLS = (
    ("E08", "run a lab: every scenario, its control beside it, in every schedule"),
    ("E08 lost-ack", "one scenario, told in full"),
    (
        "E08 --json | --sweep | --real-threads",
        "for scripts | all fault combinations | free threads",
    ),
    ("check [E08.1]", "check the next exercise, or that one; E08 for all of a lab"),
    ("hint E08.1", "one rung of the hint, one more at each call"),
    ("watch [E08.1]", "check on every save"),
    ("reset E08.1", "the starter again, your version kept as a backup"),
    ("diff E08.1", "your version against the answer, after a pass"),
    ("replay E08.1 CHECK:SCHEDULE", "the same run again, step by step"),
    ("explore FILE.py:FUNCTION", "any code of yours, in every schedule"),
    ("all", "every lab"),
    ("new-lab E12 NAME", "the skeleton of a new lab"),
    ("verify", "the author's gate"),
    ("doctor", "what works here and what does not"),
)


def run(arguments: list[str]) -> int:
    """List the labs, the exercises and the calls."""
    del arguments
    progress = Progress()
    print("Redelivery labs: what retries, lost acknowledgements and shutdown do to side effects\n")
    for lab in discover():
        _lab(lab, progress)
    print("python lab_runner.py ...")
    for call, does in CALLS:
        print(f"  {call:38} {does}")
    if all_places():
        place = next_exercise(progress)
        done = "Every exercise is finished. " if progress.finished(place.exercise.id) else ""
        print(
            f"\n{done}Next: python lab_runner.py check {place.exercise.id}  ({place.exercise.title})"
        )
    return 0


def _lab(lab: Lab, progress: Progress) -> None:
    needs = f", after {', '.join(lab.needs)}" if lab.needs else ""
    print(f"{lab.id}  {lab.title}  ({lab.minutes} minutes{needs})")
    for exercise in lab.exercises:
        mark = "done" if progress.finished(exercise.id) else "    "
        hints = progress.hints(exercise.id)
        used = f", {hints} hint{'s' * (hints != 1)} used" if hints else ""
        print(f"  {mark}  {exercise.id}  {exercise.title} ({exercise.minutes} minutes{used})")
    print()
