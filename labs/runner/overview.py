"""`lab_runner.py`: what there is, how far you are, and what next."""

from labs.kit.manifest import discover


def run(arguments: list[str]) -> int:
    """List the labs and the commands."""
    del arguments
    for lab in discover():
        print(f"{lab.id}  {lab.title} ({lab.minutes} minutes)")
    return 0
