"""Every schedule: the lab's own command, and bodies explored in a process of their own."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
EXPLORE = """
import sys
from pathlib import Path
from labs.kit import schedule
from labs.kit.schedule import loader
root, path, name = Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3]
loader.install([root / "labs", path])
body = getattr(loader.load(path, "bodies"), name)
found = schedule.explore(body, reset=loader.fresh, timeouts="idle")
print(found.verdict, found.exhausted, found.explored > 1, found.reason, found.report)
"""


def run(*words: str) -> subprocess.CompletedProcess[str]:
    """Run Python on these words at the root."""
    command = [sys.executable, "-B", *words]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=100)


@pytest.mark.parametrize(
    "name", ["calls_and_a_cooldown", "probe_and_answer", "one_permit_two_reports"]
)
def test_in_every_schedule(name: str) -> None:
    """The body's assertions hold in all of its schedules, of which there is more than one."""
    explored = run("-c", EXPLORE, str(ROOT), str(ROOT / "tests/e11/bodies.py"), name)

    assert explored.stdout.split(maxsplit=3)[:3] == ["HOLDS", "True", "True"], explored


def test_the_lab_passes() -> None:
    """The command passes the lab, with every schedule of every scenario."""
    ran = run("lab_runner.py", "E11", "--json")
    document = json.loads(ran.stdout)

    assert (ran.returncode, document["verdict"]) == (0, "PASS")
    assert [
        entry["id"] for entry in document["scenarios"] if not entry["schedules"]["exhausted"]
    ] == []
