"""How far a student is: exercises finished and hints used, in `progress.json` at the root, by name."""

import json
import sys
from pathlib import Path
from typing import Any

from labs.runner.arguments import UsageError
from labs.runner.root import ROOT

FILE = ROOT / "progress.json"


class Progress:
    """What `progress.json` says; a file that does not exist says nothing yet."""

    def __init__(self, path: Path = FILE) -> None:
        """Raise UsageError if the file is there and cannot be read: nothing is overwritten."""
        self._path = path
        self._entries: dict[str, dict[str, Any]] = {}
        if path.exists():
            try:
                self._entries = dict(json.loads(path.read_text(encoding="utf-8"))["exercises"])
            except (OSError, ValueError, KeyError, TypeError) as error:
                raise UsageError(f"cannot read {path.name} ({error}); mend or delete it") from error

    def finished(self, exercise: str) -> bool:
        """True once the student's own file has passed."""
        return bool(self._entries.get(exercise, {}).get("finished", False))

    def hints(self, exercise: str) -> int:
        """How many rungs of the hint were shown."""
        return int(self._entries.get(exercise, {}).get("hints", 0))

    def record(self, exercise: str, **facts: bool | int) -> None:
        """Keep the facts about one exercise; the file is replaced as a whole, never left half written.

        Where it cannot be written, a line on the error stream says so: the verdict counts all the same.
        """
        self._entries.setdefault(exercise, {}).update(facts)
        text = json.dumps({"exercises": self._entries}, indent=2, sort_keys=True) + "\n"
        beside = self._path.with_suffix(".json.new")
        try:
            beside.write_text(text, encoding="utf-8")
            beside.replace(self._path)
        except OSError as error:
            print(
                f"progress is not kept: cannot write {self._path.name} ({error.strerror})",
                file=sys.stderr,
            )
