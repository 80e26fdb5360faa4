"""The command of the redelivery labs: `python lab_runner.py` says what there is."""

import sys
from pathlib import Path


def main() -> int:
    """Run the command from any directory; answers the exit code."""
    root = str(Path(__file__).resolve().parent)
    if root not in sys.path:  # with PYTHONSAFEPATH the script's own folder is not there
        sys.path.insert(0, root)
    from labs.runner.command import run

    return run(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
