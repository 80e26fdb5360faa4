"""Arguments of the command: one line for what cannot be understood, with the nearest thing that can."""

import argparse
from collections.abc import Iterable
from typing import NoReturn

from labs.kit.manifest import Lab, discover, nearest


class UsageError(Exception):
    """The call cannot be understood; the message is one line that says what would be."""


class Parser(argparse.ArgumentParser):
    """An argument parser whose errors are one line and exit code 2."""

    def error(self, message: str) -> NoReturn:
        """Raise UsageError in place of printing the usage and exiting."""
        raise UsageError(f"{message}; see {self.prog} --help")


def unknown(kind: str, name: str, names: Iterable[str]) -> UsageError:
    """The error for a name that does not exist, naming the nearest ones."""
    known = list(names)
    near = nearest(name, known)
    hint = f"did you mean {' or '.join(near)}?" if near else f"there are: {', '.join(known)}"
    return UsageError(f"no {kind} {name!r}; {hint}")


def find_lab(name: str) -> Lab:
    """The lab of that id, whatever the case. Raises UsageError, naming the nearest ones."""
    labs = {lab.id: lab for lab in discover()}
    if name.upper() not in labs:
        from labs.runner.command import COMMANDS

        raise unknown("lab or command", name, [*labs, *COMMANDS])
    return labs[name.upper()]


def find_scenario(lab: Lab, name: str) -> str:
    """That scenario's id, whatever the case. Raises UsageError, naming the nearest ones."""
    if name.lower() not in lab.scenarios:
        raise unknown(f"scenario in {lab.id}", name, lab.scenarios)
    return name.lower()
