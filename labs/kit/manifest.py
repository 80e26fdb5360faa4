"""The manifest of a lab: what it says it contains, so that a missing scenario can never end in PASS."""

import difflib
import tomllib
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any

LABS = Path(__file__).resolve().parent.parent


class ManifestError(Exception):
    """A lab's manifest and its files disagree, or the manifest cannot be read."""


@dataclass(frozen=True)
class Exercise:
    """One exercise of a lab: its file in both trees, what it exports, and about how long it takes.

    `replaces` names the parts of the lab that an answer must not import, `invariant` the check that the starter fails.
    """

    id: str
    file: str
    title: str
    minutes: int
    exports: list[str]
    replaces: list[str]
    invariant: str


@dataclass(frozen=True)
class Lab:
    """What `lab.toml` in the lab's folder says; `minutes` is for the whole lab, `needs` names labs to do first."""

    folder: Path
    id: str
    title: str
    minutes: int
    needs: list[str]
    question: str
    scenarios: list[str]
    not_proved: list[tuple[str, str]]
    exercises: list[Exercise] = field(default_factory=list)

    @property
    def package(self) -> str:
        """The name under which its modules are imported."""
        return f"labs.{self.folder.name}"


def discover(root: Path = LABS) -> list[Lab]:
    """Every lab below that folder, in the order of their ids.

    Raises:
        ManifestError: a `lab.toml` is not readable, lacks a field or has one too many, has one of another kind, or
            lists no scenario; or two labs have one id.
    """
    labs = [read(path) for path in sorted(root.glob("*/lab.toml"))]
    labs.sort(key=lambda lab: lab.id)
    for one, other in pairwise(labs):
        if one.id == other.id:
            raise ManifestError(
                f"{one.id}: {one.folder.name} and {other.folder.name} both have this id, takes one each"
            )
    return labs


def read(path: Path) -> Lab:
    """One lab's manifest. Raises ManifestError as `discover` does."""
    try:
        entries = _checked(tomllib.loads(path.read_text(encoding="utf-8")))
        exercises = [Exercise(**_checked(entry)) for entry in entries.pop("exercises", [])]
        if "not_proved" in entries:
            entries["not_proved"] = [
                (shown, not_shown) for shown, not_shown in entries["not_proved"]
            ]
        return Lab(folder=path.parent, exercises=exercises, **entries)
    except (OSError, ValueError, TypeError) as error:
        raise ManifestError(f"{path.parent.name}/{path.name}: {error}") from error


def _is_text(value: object) -> bool:
    return isinstance(value, str) and value != ""


def _are_texts(value: object) -> bool:
    return isinstance(value, list) and all(map(_is_text, value))


_TAKES: dict[str, tuple[Callable[[Any], bool], str]] = {  # every other field takes a text
    "minutes": (lambda value: type(value) is int and value > 0, "a whole number above 0"),
    "needs": (_are_texts, "a list of texts"),
    "exports": (_are_texts, "a list of texts"),
    "replaces": (_are_texts, "a list of texts"),
    "scenarios": (
        lambda value: _are_texts(value) and 0 < len(value) == len(set(value)),
        "one or more names, each once",
    ),
    "not_proved": (
        lambda value: (
            isinstance(value, list) and all(_are_texts(pair) and len(pair) == 2 for pair in value)
        ),
        "a list of pairs: shown, not shown",
    ),
    "exercises": (
        lambda value: isinstance(value, list) and all(isinstance(entry, dict) for entry in value),
        "tables that begin with [[exercises]]",
    ),
}


def _checked(entries: dict[str, Any]) -> dict[str, Any]:
    for name, value in entries.items():
        fits, takes = _TAKES.get(name, (_is_text, "a text"))
        if not fits(value):
            raise TypeError(f"{name}: got {value!r}, takes {takes}")
    return entries


def agree(lab: Lab, found: Iterable[str], where: str) -> None:
    """Raise ManifestError, naming the difference, unless exactly the manifest's scenarios were found there."""
    wanted, met = set(lab.scenarios), set(found)
    if wanted != met:
        missing, extra = sorted(wanted - met), sorted(met - wanted)
        raise ManifestError(
            f"{lab.id}: lab.toml and {where} disagree: missing {missing or 'none'}, not listed {extra or 'none'}"
        )


def nearest(name: str, names: Iterable[str]) -> list[str]:
    """Up to three of the names that look most like that one, whatever the case."""
    by_lower = {known.lower(): known for known in names}
    return [by_lower[low] for low in difflib.get_close_matches(name.lower(), by_lower, 3, 0.4)]
