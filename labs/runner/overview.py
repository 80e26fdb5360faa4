"""`lab_runner.py`: what there is, how far you are, and what next."""

from labs.kit.manifest import Lab, discover
from labs.runner.check import next_exercise
from labs.runner.exercise import all_places
from labs.runner.progress import Progress
from labs.runner.root import ROOT

CALLS = (
    ("E08", "every scenario of a lab, its control beside it"),
    ("E08 lost-ack", "one scenario, told in full"),
    ("E08 --sweep", "all combinations of faults"),
    ("E08 --real-threads", "the same verdicts on free threads"),
    ("E08 --json", "one JSON document, for scripts"),
    ("check [E08.1]", "check the next exercise, or that one; E08: all"),
    ("watch [E08.1]", "check at every save"),
    ("hint [E08.1]", "a hint; one more at each call, three in all"),
    ("diff E08.1", "your answer beside the solution, after a pass"),
    ("reset E08.1", "begin again; your version is kept"),
    ("replay E08.1 CHECK:SCHEDULE", "the run that failed, step by step"),
    ("explore FILE.py:FUNCTION", "any code of yours, in every schedule"),
    ("all", "every lab"),
    ("doctor", "what works here and what does not"),
    ("new-lab E12 NAME", "for authors: the skeleton of a new lab"),
    ("verify", "for authors: the gate"),
)


def run(arguments: list[str]) -> int:
    """List the labs, the exercises and the calls."""
    del arguments
    progress = Progress()
    print("Redelivery labs")
    print("What retries, lost acknowledgements and shutdown do to side effects\n")
    for lab in discover():
        _lab(lab, progress)
    print("python lab_runner.py ...")
    for call, does in CALLS:
        print(f"  {call:28} {does}")
    if all_places():
        _next(progress)
    return 0


def _next(progress: Progress) -> None:
    place = next_exercise(progress)
    if progress.finished(place.exercise.id):
        print("\nEvery exercise is finished.")
        return
    print(f"\nNext: {place.exercise.id}  {place.exercise.title}")
    for does, path in (("read", place.lab.folder / "README.md"), ("write", place.student)):
        print(f"  {does:5}  {path.relative_to(ROOT).as_posix()}")
    print(f"  call   python lab_runner.py check {place.exercise.id}")


def _lab(lab: Lab, progress: Progress) -> None:
    needs = f", after {', '.join(lab.needs)}" if lab.needs else ""
    print(f"{lab.id}  {lab.title}  ({lab.minutes} minutes{needs})")
    for exercise in lab.exercises:
        mark = "done" if progress.finished(exercise.id) else "    "
        hints = progress.hints(exercise.id)
        used = f", {hints} hint{'s' * (hints != 1)} used" if hints else ""
        print(f"  {mark}  {exercise.id}  {exercise.title} ({exercise.minutes} minutes{used})")
    print()
