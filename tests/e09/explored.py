"""The child of test_schedules: runs one side of a scenario in every schedule, and prints what it saw as JSON."""

import json
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
STEPS_MAX = 400_000  # the control of `hang` looks 5,042 times


def main(name: str, side: str) -> None:
    """Explore, and print each distinct outcome with the count of schedules."""
    from labs.kit.schedule import loader

    loader.install([ROOT / "labs"])
    from labs.e09_destructive_read.scenarios import DRIVES
    from labs.kit import schedule

    seen: dict[str, Any] = {}

    def keep(run: Any) -> None:
        if run.verdict == "HOLDS":
            seen.setdefault(json.dumps(asdict(run.outcome)), run.schedule)

    found = schedule.explore(
        lambda: DRIVES[name].run(side, free=False),
        max_steps=STEPS_MAX,
        timeouts="idle",
        on_run=keep,
        reset=loader.fresh,
    )
    outcomes = [{"outcome": json.loads(text), "schedule": way} for text, way in seen.items()]
    counted = {"explored": found.explored, "exhausted": found.exhausted}
    json.dump({"verdict": found.verdict, "seen": outcomes, **counted}, sys.stdout)


if __name__ == "__main__":
    main(*sys.argv[1:])
