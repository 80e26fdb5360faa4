"""Where each thread stood when the child fell silent, in lines of the code under test only."""

import re
import sysconfig
from pathlib import Path

from labs.runner.root import ROOT

_NOT_UNDER_TEST = (
    "<",
    str(ROOT / "labs" / "runner"),
    str(ROOT / "labs" / "kit" / "schedule"),
    sysconfig.get_path("stdlib"),
)
_FRAME = re.compile(r'  File "(.+)", line (\d+) in (.+)')


def is_under_test(filename: str) -> bool:
    """True for a file that is neither the runner's, nor the explorer's, nor Python's own."""
    return not filename.startswith(_NOT_UNDER_TEST)


def told(dump: str) -> str:
    """What `faulthandler` wrote, shortened: a thread with no frame under test is nobody's business.

    The innermost frame stands first, with base names for paths.
    """
    threads = []
    for part in dump.split("\n\n"):
        frames = [match.groups() for line in part.splitlines() if (match := _FRAME.match(line))]
        own = [
            f"  {Path(file).name}:{line} in {name}"
            for file, line, name in frames
            if is_under_test(file)
        ]
        if own:
            threads.append("\n".join(["a thread stands at", *own]))
    return "\n".join(threads)
