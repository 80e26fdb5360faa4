"""`lab_runner.py new-lab E12 NAME`: the skeleton of a lab, small, whole and running; what is yours to say is a TODO."""

import re
from pathlib import Path
from string import Template

from labs.kit.manifest import discover
from labs.runner.arguments import Parser, UsageError
from labs.runner.root import ROOT

SKELETON = Path(__file__).resolve().parent / "skeleton"
ID = re.compile(r"E[0-9]{2}")
NAME = re.compile(r"[a-z][a-z0-9_]{2,39}")


def run(arguments: list[str]) -> int:
    """Make the folders of a new lab; nothing that exists is touched."""
    parser = Parser(prog="lab_runner.py new-lab", description=__doc__)
    parser.add_argument("id", help="such as E12")
    parser.add_argument("name", help="such as leases: lower case, words joined by _")
    options = parser.parse_args(arguments[1:])
    id_, name = options.id.upper(), options.name
    if not ID.fullmatch(id_):
        raise UsageError(f"got {options.id!r}, takes E and two digits, such as E12")
    if not NAME.fullmatch(name):
        raise UsageError(f"got {name!r}, takes 3 to 40 of a-z 0-9 _ with a letter first")
    if id_ in {lab.id for lab in discover()}:
        raise UsageError(f"{id_} exists already")
    folder = f"{id_.lower()}_{name}"
    made = make(
        ROOT, folder, {"id": id_, "folder": folder, "title": name.replace("_", " ").capitalize()}
    )
    print("\n".join(str(path.relative_to(ROOT)) for path in made))
    print(
        f"\nIt runs: python lab_runner.py {id_}\nWhat it lacks: python lab_runner.py verify {id_}"
    )
    return 0


def make(root: Path, folder: str, words: dict[str, str]) -> list[Path]:
    """Write the skeleton's files with the words put in; answers their paths.

    Raises:
        UsageError: one of the folders is there already; nothing is written.
    """
    homes = {
        "lab": [root / "labs" / folder],
        "exercise": [root / "exercises" / folder, root / "labs" / folder / "starters"],
        "solution": [root / "solutions" / folder],
    }
    for home in (path for paths in homes.values() for path in paths):
        if home.exists():
            raise UsageError(f"{home.relative_to(root)} exists already; nothing was written")
    made = []
    for part, paths in homes.items():
        for template in sorted((SKELETON / part).rglob("*.in")):
            text = Template(template.read_text(encoding="utf-8")).substitute(words)
            for home in paths:
                path = home / template.relative_to(SKELETON / part).with_suffix("")
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, encoding="utf-8")
                made.append(path)
    return made
