"""The command line: which word does what, and what the exit code says."""

import contextlib
import os
import sys
from collections.abc import Callable, Iterator
from importlib import import_module

from labs.kit.manifest import ManifestError
from labs.runner.arguments import UsageError
from labs.runner.child import ChildError

HELD, BROKEN, USAGE, UNDECIDED, INTERRUPTED = 0, 1, 2, 3, 130
EXIT = {"PASS": HELD, "HOLDS": HELD, "INCOMPLETE": UNDECIDED, "DIVERGED": UNDECIDED}

COMMANDS = {  # the word, and the module that answers it
    "all": "all_labs",
    "check": "check",
    "diff": "diff",
    "doctor": "doctor",
    "explore": "explore",
    "hint": "hint",
    "new-lab": "new_lab",
    "replay": "replay",
    "reset": "reset",
    "verify": "verify",
    "watch": "watch",
}


def exit_code(verdict: str) -> int:
    """The exit code of a verdict: 0 held, 3 could not decide, 1 everything else."""
    return EXIT.get(verdict, BROKEN)


def run(arguments: list[str]) -> int:
    """Carry out one command; answers its exit code."""
    try:
        with _readable_output():
            return _command(arguments[:1])(arguments)
    except UsageError as error:
        print(f"lab_runner.py: {error}", file=sys.stderr)
        return USAGE
    except ManifestError as error:
        print(f"lab_runner.py: {error}", file=sys.stderr)
        return UNDECIDED
    except ChildError as error:  # the harness itself failed: nothing was decided
        print(f"lab_runner.py: {error}\n{error.report}", file=sys.stderr)
        return UNDECIDED
    except BrokenPipeError:  # the reader left, as `head` does; the verdict reached nobody
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return UNDECIDED
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        return INTERRUPTED
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] != "rich":
            raise
        print("lab_runner.py: needs rich; install it with: pip install -e .", file=sys.stderr)
        return UNDECIDED


def _command(word: list[str]) -> Callable[[list[str]], int]:
    is_bare = not word or word[0] in ("-h", "--help")
    name = "overview" if is_bare else COMMANDS.get(word[0], "lab")
    answer: Callable[[list[str]], int] = import_module(f"labs.runner.{name}").run
    return answer


@contextlib.contextmanager
def _readable_output() -> Iterator[None]:
    """What the console's encoding cannot show is replaced, never an error; the end is flushed while errors count."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    yield
    sys.stdout.flush()
