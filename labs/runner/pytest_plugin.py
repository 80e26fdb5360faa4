"""Lets pytest, and so an editor's test panel, run the checks on the student's files, with the verdicts of `check`.

A student's file is never imported here: it is driven in the child, as `lab_runner.py check` does.
"""

import io
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from labs.runner.checking import Checked, check_answer
from labs.runner.diagnosis import likeness
from labs.runner.exercise import Place, all_places
from labs.runner.judge import PASS
from labs.runner.root import ROOT

EXERCISES = ROOT / "exercises"


def place_of(path: Path) -> Place | None:
    """The exercise whose student file that is, if it is one."""
    if not path.is_relative_to(EXERCISES):
        return None
    return next((place for place in all_places() if place.student == path), None)


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Collect a student's file as its checks."""
    if (place := place_of(file_path)) is None:
        return None
    collected: pytest.Collector = AnswerFile.from_parent(parent, path=file_path, place=place)
    return collected


def pytest_pycollect_makemodule(module_path: Path, parent: pytest.Collector) -> Any:
    """Keep pytest from importing a student's file that was named on the command line."""
    return None if place_of(module_path) is None else NoModule.from_parent(parent, path=module_path)


class NoModule(pytest.File):
    """Stands for a student's file where pytest would import it; holds no tests."""

    def collect(self) -> Iterator[pytest.Item]:
        """Nothing."""
        return iter(())


class AnswerFile(pytest.File):
    """A student's file: an item for each of its checks, all run at the first one's turn."""

    def __init__(self, *, place: Place, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.place = place
        self._results: list[Checked] | None = None

    def collect(self) -> Iterator[pytest.Item]:
        """One item a check."""
        checks = import_module(f"{self.place.lab.package}.checks.{self.place.stem}").CHECKS
        for name in checks:
            yield CheckItem.from_parent(self, name=name)

    def result(self, name: str) -> Checked:
        """What that check found, or why the file could not be checked at all."""
        if self._results is None:
            self._results = list(check_answer(self.place, self.path))
        found = {result.id: result for result in self._results}
        return found.get(name) or self._results[0]

    def story(self, failed: Checked) -> str:
        """The story of one check, as `lab_runner.py check` tells it, and what the whole answer is like."""
        from labs.runner.check_screen import CheckScreen

        text = io.StringIO()
        screen = CheckScreen(
            Console(file=text, width=80, highlight=False, markup=False, emoji=False)
        )
        screen.story(self.place, self.path, failed)
        if mistake := likeness(self.place, self.path, self._results or []):
            screen.likeness(mistake)
        return text.getvalue()


class CheckItem(pytest.Item):
    """One check of a student's file."""

    parent: AnswerFile

    def runtest(self) -> None:
        """Fail unless the check passed in every schedule."""
        result = self.parent.result(self.name)
        if result.verdict != PASS:
            raise Failed(result)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """The story of the answer in place of a traceback through the runner."""
        if isinstance(excinfo.value, Failed):
            return self.parent.story(excinfo.value.result)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int | None, str]:
        """Where the item is, and what it is called."""
        return self.path, None, f"{self.parent.place.exercise.id} {self.name}"


class Failed(Exception):
    """A check did not pass."""

    def __init__(self, result: Checked) -> None:
        self.result = result
        super().__init__(f"{result.verdict}: {result.claim} {result.problem}")
