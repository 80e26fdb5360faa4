"""`lab_runner.py reset E08.1`: the starter again; your version is kept beside it as a backup."""

from pathlib import Path

from labs.runner.arguments import Parser
from labs.runner.exercise import find
from labs.runner.progress import Progress


def run(arguments: list[str]) -> int:
    """Put the starter back; a version that is the starter already is left alone."""
    parser = Parser(prog="lab_runner.py reset", description=__doc__)
    parser.add_argument("exercise", help="such as E08.1")
    options = parser.parse_args(arguments[1:])
    place = find(options.exercise)
    starter = place.starter.read_bytes()
    if place.student.exists():
        yours = place.student.read_bytes()
        if yours == starter:
            print(f"{place.student.name} is the starter already")
            return 0
        backup = free_name(place.student)
        backup.write_bytes(yours)
        print(f"your version is kept as {backup.name}")
    place.student.write_bytes(starter)
    Progress().record(place.exercise.id, finished=False)
    print(f"{place.student.name} is the starter again")
    return 0


def free_name(path: Path) -> Path:
    """The first backup name beside the path that is not taken: `x.py.backup-1`, `x.py.backup-2`, …"""
    number = 1
    while (backup := path.with_name(f"{path.name}.backup-{number}")).exists():
        number += 1
    return backup
