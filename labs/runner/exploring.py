"""The child's use of the explorer: every schedule, each distinct outcome judged by the parent, a minimal failing one."""

import json
from collections.abc import Callable
from dataclasses import asdict
from typing import Any

from labs.kit import schedule
from labs.runner.channel import Channel, Message

RUNS_MAX = 200_000


def explore_judged(channel: Channel, body: Callable[[], Any]) -> Message:
    """Explore until a run fails or its outcome is judged broken; then minimise, and report that run in lanes."""
    verdicts: dict[str, bool] = {}

    def fails(run: schedule.Run) -> bool:
        channel.beat()
        if run.verdict != "HOLDS":
            return True
        outcome = asdict(run.outcome)
        key = json.dumps(outcome, sort_keys=True)
        if key not in verdicts:
            verdicts[key] = channel.is_broken(outcome, run.schedule)
        return verdicts[key]

    found = schedule.explore(body, on_run=fails, max_runs=RUNS_MAX)
    return {"verdict": found.verdict, "explored": found.explored, "exhausted": found.exhausted}
