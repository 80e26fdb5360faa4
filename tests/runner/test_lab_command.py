"""`lab_runner.py E08` as a user starts it: last lines, exit codes, JSON, and what happens to a spoilt lab."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from labs.kit.manifest import LABS, read

E08 = read(LABS / "e08_retries" / "lab.toml")


def last_line(output: str) -> str:
    """The last line of an output."""
    return output.splitlines()[-1]


def test_lab_passes_last_and_once(command):
    """The whole lab ends in its verdict, printed once, with exit code 0 and nothing on the error stream."""
    done = command("E08")
    assert (done.returncode, done.stderr) == (0, "")
    assert last_line(done.stdout) == "PASS lab E08"
    assert done.stdout.count("PASS lab E08") == 1


def test_story_shows_both_sides(command):
    """The first story shows 14 beside 7, and every scenario its promise, its control and its schedules."""
    told = command("E08").stdout
    assert "total 14, writes 2                      total 7, writes 1" in told
    assert told.count("promise    ") == told.count("control    breaks it") == len(E08.scenarios)
    assert told.count(", all there are") == len(E08.scenarios)


def test_pipe_gets_plain_text(command):
    """A pipe gets no control codes, no trailing blanks and no line of more than 80 columns."""
    told = command("E08").stdout
    assert "\x1b" not in told
    assert [line for line in told.splitlines() if line != line.rstrip()] == []
    assert [line for line in told.splitlines() if len(line) > 80 and "replay" not in line] == []


@pytest.mark.parametrize("width", ["20", "60", "200"])
def test_any_width(command, width):
    """A tiny window and a wide one get the same verdict."""
    done = command("E08", "lost-ack", env={"COLUMNS": width})
    assert (done.returncode, last_line(done.stdout)) == (0, "PASS scenario E08/lost-ack")


def test_console_that_is_not_utf8(command):
    """A console that knows only ASCII gets every verdict."""
    done = command("E08", env={"PYTHONIOENCODING": "ascii"})
    assert last_line(done.stdout) == "PASS lab E08"


def test_safe_path_and_any_directory(command):
    """The command works with PYTHONSAFEPATH set."""
    done = command("E08", "lost-ack", env={"PYTHONSAFEPATH": "1"})
    assert done.returncode == 0


def test_one_scenario_any_case(command):
    """Names of labs and scenarios are taken in any case."""
    assert last_line(command("e08", "Lost-Ack").stdout) == "PASS scenario E08/lost-ack"


def test_json_has_the_contract(command):
    """The JSON document has the fixed fields, and nothing else stands on standard output."""
    document = json.loads(command("E08", "--json").stdout)
    assert (document["lab"], document["verdict"]) == ("E08", "PASS")
    assert [entry["id"] for entry in document["scenarios"]] == E08.scenarios
    for entry in document["scenarios"]:
        assert {
            "id",
            "claim",
            "verdict",
            "observed",
            "events",
            "control",
            "schedules",
        } == entry.keys()
        assert {"breaks", "observed", "broke"} == entry["control"].keys()
        assert entry["control"]["broke"] is True
        assert entry["schedules"]["exhausted"] is True


def test_json_is_the_same_under_every_hash_seed(command):
    """Two runs under two hash seeds give the same bytes."""
    first, second = (command("E08", "--json", env={"PYTHONHASHSEED": seed}).stdout for seed in "01")
    assert first == second


def test_json_needs_no_rich():
    """Everything behind --json runs without rich; the told form says in one line what to install."""
    block = "import sys; sys.modules['rich'] = None; sys.argv[0] = sys.argv.pop(1); import runpy; "
    start = [sys.executable, "-c", block + "runpy.run_path(sys.argv[0], run_name='__main__')"]
    runner = str(LABS.parent / "lab_runner.py")
    as_json = subprocess.run(
        [*start, runner, "E08", "lost-ack", "--json"], capture_output=True, text=True
    )
    assert json.loads(as_json.stdout)["verdict"] == "PASS"
    told = subprocess.run([*start, runner, "E08", "lost-ack"], capture_output=True, text=True)
    assert (told.returncode, told.stdout) == (3, "")
    assert told.stderr == "lab_runner.py: needs rich; install it with: pip install -e .\n"


def test_real_threads_give_the_same_verdicts(command):
    """On free threads barriers pin the order: the same verdicts, one run each, not exhausted."""
    explored = json.loads(command("E08", "--json").stdout)["scenarios"]
    free = json.loads(command("E08", "--json", "--real-threads").stdout)["scenarios"]
    assert [entry["verdict"] for entry in free] == [entry["verdict"] for entry in explored]
    assert [entry["schedules"] for entry in free] == [{"explored": 1, "exhausted": False}] * len(
        free
    )


@pytest.mark.parametrize(
    ("arguments", "names"),
    [
        (["E8"], "E08"),
        (["E08", "lost-akc"], "lost-ack"),
        (["E08", "race"], "same-key-race"),
        (["chek"], "check"),
    ],
)
def test_misspelt_name(command, arguments, names):
    """A misspelt name is one line that names the nearest one, exit code 2, and no traceback."""
    done = command(*arguments)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert names in done.stderr


def test_unknown_option(command):
    """An option that does not exist is one line and exit code 2."""
    done = command("E08", "--sweeep")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)


SPOILT = {
    "raises": "def spoilt(**_): raise ValueError('spoilt')",
    "hangs": "def spoilt(**_):\n    while True: pass",
    "deadlocks": "def spoilt(**_):\n    import queue; queue.Queue().get()",
}


def spoil(copy: Path, scenario: str, code: str, arguments: str = "{}, {}") -> None:
    """Put other code in the place of a scenario."""
    path = copy / "labs" / "e08_retries" / "scenarios" / "__init__.py"
    text = path.read_text(encoding="utf-8")
    path.write_text(
        f'{text}\n{code}\nDRIVES["{scenario}"] = Drive(spoilt, {arguments})\n', encoding="utf-8"
    )


@pytest.mark.parametrize("how", SPOILT)
def test_scenario_that_does_not_finish(copy, copied, how):
    """A scenario that raises, hangs or deadlocks is named and counted INCOMPLETE; the others still run."""
    spoil(copy, "lost-ack", SPOILT[how])
    done = copied("E08", "--json")
    verdicts = {entry["id"]: entry["verdict"] for entry in json.loads(done.stdout)["scenarios"]}
    assert done.returncode == 3
    assert verdicts.pop("lost-ack") == "INCOMPLETE"
    assert set(verdicts.values()) == {"PASS"}


def test_fault_that_never_strikes(copy, copied):
    """A scenario whose planned fault never struck is vacuous: INCOMPLETE, exit code 3."""
    code = "def spoilt(store):\n    t = redelivery.Trial(store()); t.run(redelivery.Job('a', 7)); return t.observe()"
    spoil(copy, "lost-ack", code, '{"store": EffectStore}, {"store": UnprotectedStore}')
    done = copied("E08", "lost-ack", "--json")
    (entry,) = json.loads(done.stdout)["scenarios"]
    assert (done.returncode, entry["verdict"]) == (3, "INCOMPLETE")
    assert "vacuous" in entry["reason"]


def test_toothless_control(copy, copied):
    """A control that keeps the promise makes its scenario toothless: INCOMPLETE, exit code 3."""
    code = "spoilt = redelivery.lost_ack"
    spoil(copy, "lost-ack", code, '{"store": EffectStore}, {"store": EffectStore}')
    done = copied("E08", "lost-ack")
    assert (done.returncode, last_line(done.stdout)) == (3, "INCOMPLETE scenario E08/lost-ack")
    assert "toothless" in done.stdout


def test_broken_protection(copy, copied):
    """A lab whose protection is taken out fails, with exit code 1."""
    spoil(copy, "lost-ack", "spoilt = redelivery.lost_ack", '*[{"store": UnprotectedStore}] * 2')
    done = copied("E08")
    assert (done.returncode, last_line(done.stdout)) == (1, "FAIL lab E08")


def test_manifest_that_disagrees(copy, copied):
    """A manifest that lists a scenario which is not there: exit code 3, saying which."""
    path = copy / "labs" / "e08_retries" / "lab.toml"
    path.write_text(
        path.read_text("utf-8").replace('"lost-ack",', '"lost-ack", "lost-and-found",'), "utf-8"
    )
    done = copied("E08")
    assert (done.returncode, done.stdout) == (3, "")
    assert "lost-and-found" in done.stderr


def test_reader_that_leaves():
    """A reader that leaves, as `head` does, ends the command without a traceback."""
    line = f'"{sys.executable}" "{LABS.parent / "lab_runner.py"}" E08 | head -n 1'
    if os.name == "posix":
        done = subprocess.run(line, shell=True, capture_output=True, text=True)
        assert done.stdout.startswith("E08")
        assert "Traceback" not in done.stderr


def test_interrupt(copy):
    """Ctrl-C ends the command with exit code 130, without a PASS line, and ends the child."""
    spoil(copy, "lost-ack", SPOILT["hangs"])
    start = [sys.executable, "-u", str(copy / "lab_runner.py"), "E08"]
    with subprocess.Popen(
        start, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as running:
        assert running.stdout.readline().startswith("E08")
        running.send_signal(2)
        out, err = running.communicate(timeout=20)
    assert running.returncode == 130
    assert "lab E08" not in out
    assert "Traceback" not in err
