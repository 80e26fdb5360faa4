"""What the lesson of E08 shows as output is what the command prints."""

import re

from tests.runner.conftest import ROOT

LESSON = (ROOT / "labs/e08_retries/README.md").read_text(encoding="utf-8")


def sample(after: str) -> str:
    """The block in the lesson that follows this text."""
    found = re.search(r"```\n(.*?)```", LESSON.split(after, 1)[1], re.DOTALL)
    assert found is not None
    return found[1]


def test_the_lanes_of_the_lesson_are_printed(command):
    """The story that explains lanes stands in the output, line by line."""
    assert sample("**Lanes.**") in command("E08", "lost-ack").stdout


def test_the_steps_of_the_lesson_are_printed(command):
    """The steps that explain a replay stand in the replay of the schedule that the scenario prints."""
    found = re.search(r"replay (E08/\S+) (\S+) --control", command("E08", "same-key-race").stdout)
    assert found is not None
    assert sample("**Steps.**") in command("replay", found[1], found[2], "--control").stdout
