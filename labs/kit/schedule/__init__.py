"""The schedule explorer: every schedule that matters of ordinary threaded code, one run each."""

from labs.kit.schedule.baton import choice
from labs.kit.schedule.explore import Exploration, explore, minimise, replay
from labs.kit.schedule.replay import ScheduleMisfit
from labs.kit.schedule.run import Run

__all__ = ["Exploration", "Run", "ScheduleMisfit", "choice", "explore", "minimise", "replay"]
