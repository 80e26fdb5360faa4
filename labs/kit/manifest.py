"""The manifest of a lab: what it says it contains, so that a missing scenario can never end in PASS."""

import difflib
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass, field
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
        ManifestError: a `lab.toml` is not readable, lacks a field or has one too many, or lists no scenario.
    """
    labs = [read(path) for path in sorted(root.glob("*/lab.toml"))]
    return sorted(labs, key=lambda lab: lab.id)


def read(path: Path) -> Lab:
    """One lab's manifest. Raises ManifestError as `discover` does."""
    try:
        entries: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf-8"))
        exercises = [Exercise(**entry) for entry in entries.pop("exercises", [])]
        pairs = [(shown, not_shown) for shown, not_shown in entries.pop("not_proved")]
        lab = Lab(folder=path.parent, exercises=exercises, not_proved=pairs, **entries)
    except (OSError, ValueError, TypeError, KeyError) as error:
        raise ManifestError(f"{path.parent.name}/{path.name}: {error}") from error
    if not lab.scenarios or len(set(lab.scenarios)) != len(lab.scenarios):
        raise ManifestError(
            f"{path.parent.name}/{path.name}: takes one or more scenarios, each once"
        )
    return lab


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
