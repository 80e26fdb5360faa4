"""Where the files of an exercise are: the student's, the answer, the starter, the known wrong answers."""

from dataclasses import dataclass
from pathlib import Path

from labs.kit.manifest import Exercise, Lab, discover
from labs.runner.arguments import UsageError, unknown
from labs.runner.root import ROOT


@dataclass(frozen=True)
class Place:
    """One exercise and its files."""

    lab: Lab
    exercise: Exercise

    @property
    def student(self) -> Path:
        """The file that the student edits."""
        return ROOT / "exercises" / self.lab.folder.name / self.exercise.file

    @property
    def solution(self) -> Path:
        """The answer."""
        return ROOT / "solutions" / self.lab.folder.name / self.exercise.file

    @property
    def starter(self) -> Path:
        """The pristine copy of the student's file."""
        return self.lab.folder / "starters" / self.exercise.file

    @property
    def hints(self) -> list[str]:
        """The rungs of the hint, in order; each stands under a heading of its own in the hint file."""
        text = (self.lab.folder / "hints" / f"{self.stem}.md").read_text(encoding="utf-8")
        return [part.split("\n", 1)[1].strip() for part in ("\n" + text).split("\n## ")[1:]]

    @property
    def stem(self) -> str:
        """The file's name without its ending; hints and checks use it too, and drives with `drive_` before it."""
        return Path(self.exercise.file).stem

    def wrong_answers(self) -> list[Path]:
        """The known wrong answers."""
        return sorted((self.lab.folder / "mistakes" / self.stem).glob("*.py"))

    def other_answers(self) -> list[Path]:
        """Right answers that look different."""
        return sorted((self.lab.folder / "alternatives" / self.stem).glob("*.py"))


def all_places() -> list[Place]:
    """Every exercise of every lab, in order."""
    return [Place(lab, exercise) for lab in discover() for exercise in lab.exercises]


def find(name: str) -> Place:
    """The exercise of that id. Raises UsageError, naming the nearest ones."""
    places = {place.exercise.id: place for place in all_places()}
    if name.upper() not in places:
        raise unknown("exercise", name, places)
    return places[name.upper()]


def find_some(name: str) -> list[Place]:
    """The exercise of that id, or all of the lab of that id. Raises UsageError, naming the nearest ones."""
    of_lab = [place for place in all_places() if place.lab.id == name.upper()]
    if not of_lab and "." not in name:
        raise unknown("lab with exercises", name, {place.lab.id for place in all_places()})
    return of_lab or [find(name)]


def read_answer(path: Path) -> str:
    """The text of an answer. Raises UsageError if there is no such file or it is no UTF-8 text."""
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise UsageError(f"cannot read {path}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise UsageError(f"cannot read {path}: not UTF-8 text ({error.reason})") from error
