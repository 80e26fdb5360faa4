"""`lab_runner.py reset E08.1`: the starter again; your version is kept beside it as a backup."""

from pathlib import Path

from labs.runner.arguments import Parser, UsageError
from labs.runner.exercise import find
from labs.runner.progress import Progress


def run(arguments: list[str]) -> int:
    """Put the starter back; a version that is the starter already is left alone."""
    parser = Parser(prog="lab_runner.py reset", description=__doc__)
    parser.add_argument("exercise", help="such as E08.1")
    options = parser.parse_args(arguments[1:])
    place = find(options.exercise)
    starter = place.starter.read_bytes()
    if place.student.exists() and place.student.read_bytes() == starter:
        print(f"{place.student.name} is the starter already")
        return 0
    try:
        _put_back(place.student, starter)
    except OSError as error:
        raise UsageError(f"cannot write {error.filename}: {error.strerror}") from error
    Progress().record(place.exercise.id, finished=False)
    return 0


def _put_back(student: Path, starter: bytes) -> None:
    if student.exists():
        backup = free_name(student)
        backup.write_bytes(student.read_bytes())
        print(f"your version is kept as {backup.name}")
    student.write_bytes(starter)
    print(f"{student.name} is the starter again")


def free_name(path: Path) -> Path:
    """The first backup name beside the path that is not taken: `x.py.backup-1`, `x.py.backup-2`, …"""
    number = 1
    while (backup := path.with_name(f"{path.name}.backup-{number}")).exists():
        number += 1
    return backup
