"""Explores every case and prints what was found; a program of its own, for any interpreter."""

import json
import sys
from dataclasses import asdict
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent.parent))

from labs.kit.schedule import explore, loader  # noqa: E402 - needs the path

NAMES = (
    "lost_update check_then_act check_and_act opposite_orders producers_and_consumer first_come "
    "three_racing one_job_two_workers spin_for_ever"
)


def found() -> dict[str, dict[str, object]]:
    """All that an exploration says, by case."""
    cases = loader.load(HERE / "cases.py", "schedule_cases")
    return {name: asdict(explore(getattr(cases, name))) for name in NAMES.split()}


if __name__ == "__main__":
    print(json.dumps(found()))  # noqa: T201 - the answer
