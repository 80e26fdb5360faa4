"""Names the misconception: an answer whose checks fail as a known wrong answer's do behaves like it."""

import ast
import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from labs.kit.manifest import ManifestError
from labs.runner.checking import Checked
from labs.runner.exercise import Place
from labs.runner.judge import INCOMPLETE, PASS

Signature = dict[str, Any]


@dataclass(frozen=True)
class Mistake:
    """A known wrong answer, as its header has it."""

    path: Path
    misconception: str
    rejected_by: str
    diagnosis: str


def read_mistake(path: Path) -> Mistake:
    """The header of a known wrong answer: its docstring, three fields.

    Raises:
        ManifestError: one of the fields is missing.
    """
    header = ast.get_docstring(ast.parse(path.read_bytes())) or ""
    fields: dict[str, str] = {}
    name = ""
    for line in header.splitlines():
        word, colon, rest = line.partition(": ")
        if colon and word in ("Misconception", "Rejected by", "Diagnosis"):
            name = word
            fields[name] = rest
        elif name:
            fields[name] = f"{fields[name]} {line.strip()}".strip()
    try:
        return Mistake(path, fields["Misconception"], fields["Rejected by"], fields["Diagnosis"])
    except KeyError as missing:
        raise ManifestError(
            f"{path.parent.name}/{path.name}: its docstring has no field {missing}"
        ) from None


def signature(results: Iterable[Checked]) -> Signature:
    """What an answer shows, as JSON has it: each failing check with its verdict and the values observed there."""
    shown = {
        result.id: [result.verdict, result.figures("observed")]
        for result in results
        if result.verdict != PASS
    }
    as_stored: Signature = json.loads(json.dumps(shown))
    return as_stored


def signature_file(place: Place) -> Path:
    """Where the signatures of an exercise's known wrong answers are stored; `verify` makes and holds them."""
    return place.lab.folder / "mistakes" / place.stem / "signatures.json"


def stored(place: Place) -> dict[str, Signature]:
    """The stored signatures, by the wrong answer's name."""
    path = signature_file(place)
    if not path.exists():
        return {}
    signatures: dict[str, Signature] = json.loads(path.read_text(encoding="utf-8"))
    return signatures


def likeness(place: Place, path: Path, results: Iterable[Checked]) -> Mistake | None:
    """The known wrong answer that fails the same checks with the same observed values, if there is one.

    Where a check could not decide there is no likeness, and an untouched starter believes nothing yet.
    """
    results = list(results)
    mine = signature(results)
    if not mine or any(result.verdict == INCOMPLETE for result in results):
        return None
    if path.read_bytes() == place.starter.read_bytes():
        return None
    for name, theirs in stored(place).items():
        if theirs == mine:
            return read_mistake(place.lab.folder / "mistakes" / place.stem / f"{name}.py")
    return None
