"""The student's loop on a copy of the project: check, hint, reset, diff, replay, watch, and the progress they keep."""

import json
import subprocess
import sys

import pytest

from labs.runner.watch import saves

NAME = "exercises/e08_retries/e1_apply_once.py"


def solve(copy):
    """Put the answer in the student's place."""
    answer = (copy / NAME.replace("exercises", "solutions")).read_bytes()
    (copy / NAME).write_bytes(answer)


def test_starter_fails_by_its_invariant(copied):
    """The starter runs and breaks its named invariant, told as a story with the schedule to replay."""
    done = copied("check", "E08.1")
    assert (done.returncode, done.stdout.splitlines()[-1]) == (1, "FAIL exercise E08.1")
    assert "redelivery: A second delivery" in done.stdout


def test_pass_is_remembered(copy, copied):
    """After a pass the overview marks the exercise done and names the next."""
    solve(copy)
    assert copied("check").stdout.endswith("PASS exercise E08.1\n")
    assert (
        json.loads((copy / "progress.json").read_text())["exercises"]["E08.1"]["finished"] is True
    )
    assert "done  E08.1" in copied().stdout


def test_checking_another_file_is_not_progress(copy, copied):
    """The answer or any other file passing is no progress of the student's."""
    assert copied("check", "E08.1", "--solution").returncode == 0
    assert not (copy / "progress.json").exists()


def test_json_of_a_check(copied):
    """The JSON form has the fixed fields, for a pass and for a failure."""
    document = json.loads(copied("check", "E08.1", "--json").stdout)
    assert {"exercise", "verdict", "checks", "diagnosis"} == document.keys()
    for entry in document["checks"]:
        assert {"id", "claim", "verdict", "observed", "expected", "schedule"} <= entry.keys()


def test_hint_gives_one_rung_more(copied):
    """Each call shows one rung more, three in all."""
    rungs = [copied("hint", "E08.1").stdout.count("E08.1 hint") for _call in range(4)]
    assert rungs == [1, 2, 3, 3]


def test_reset_keeps_a_backup(copy, copied):
    """Reset puts the starter back, keeps each version under a new name, and does nothing twice."""
    starter = (copy / NAME).read_bytes()
    for number in (1, 2):
        (copy / NAME).write_bytes(b"# mine %d" % number)
        assert copied("reset", "E08.1").returncode == 0
        assert (copy / f"{NAME}.backup-{number}").read_bytes() == b"# mine %d" % number
    assert (copy / NAME).read_bytes() == starter
    assert "already" in copied("reset", "E08.1").stdout


def test_diff_only_after_a_pass(copy, copied):
    """The answer is shown after a pass, or to those who give up."""
    assert copied("diff", "E08.1").returncode == 2
    assert "+        with self._lock:" in copied("diff", "E08.1", "--give-up").stdout
    solve(copy)
    copied("check", "E08.1")
    assert copied("diff", "E08.1").stdout == "your version is the answer, word for word\n"


def test_replay_of_a_failure(copied, copy):
    """The schedule that a failing check prints replays to the same failure, step by step."""
    wrong = copy / "labs/e08_retries/mistakes/e1_apply_once/lock_around_lookup.py"
    told = copied("check", "E08.1", "--file", str(wrong)).stdout
    (again,) = told.split("again: ")[1:]
    target = again.split("E08.1 ", 1)[1].split()[0]
    done = copied("replay", "E08.1", target, "--file", str(wrong))
    assert (done.returncode, done.stdout.splitlines()[-1]) == (
        1,
        "FAIL replay exercise E08.1 same-key-race",
    )


def test_replay_of_a_control(copied):
    """The schedule of a racy control replays; one of other code is refused with the step."""
    told = copied("E08", "same-key-race").stdout
    target = told.split("replay E08/same-key-race", 1)[1].split()[0]
    done = copied("replay", "E08/same-key-race", target, "--control")
    assert "total: 14" in done.stdout
    misfit = copied("replay", "E08/same-key-race", "0x3.9x2")
    assert (misfit.returncode, misfit.stdout) == (2, "")
    assert "step" in misfit.stderr


@pytest.mark.parametrize("text", ["", "{", "[]", '{"exercises": 7}'])
def test_progress_that_cannot_be_read(copy, copied, text):
    """A spoilt progress file is one line and exit code 2, and is not overwritten."""
    (copy / "progress.json").write_text(text)
    done = copied("hint", "E08.1")
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert (copy / "progress.json").read_text() == text


def test_progress_that_cannot_be_written(copy, copied):
    """Where progress cannot be kept a line says so, and the verdict counts all the same."""
    (copy / "progress.json.new").mkdir()
    solve(copy)
    done = copied("check", "E08.1")
    assert (done.returncode, done.stdout.splitlines()[-1]) == (0, "PASS exercise E08.1")
    assert done.stderr.startswith("progress is not kept")


def test_likeness_is_of_answers_only(copy, copied):
    """A known wrong answer in the student's place is named; an untouched starter believes nothing yet."""
    wrong = (copy / "labs/e08_retries/mistakes/e1_apply_once/lock_around_lookup.py").read_bytes()
    (copy / NAME).write_bytes(wrong)
    assert json.loads(copied("check", "E08.1", "--json").stdout)["diagnosis"] is not None
    (copy / "labs/e08_retries/starters/e1_apply_once.py").write_bytes(wrong)
    assert json.loads(copied("check", "E08.1", "--json").stdout)["diagnosis"] is None


def test_watch_sees_each_save_once(tmp_path):
    """A save is seen once; a file that is away while an editor saves is waited for."""
    path = tmp_path / "answer.py"
    path.write_text("one")
    steps = iter([lambda: None, path.unlink, lambda: path.write_text("two"), lambda: None])
    seen = saves(path, lambda _seconds: next(steps)())
    assert [next(seen), next(seen)] == [b"one", b"two"]


def test_test_panel_gives_the_same_verdicts(copy):
    """Pytest on the exercises gives each check the verdict of `check`, and imports no student file."""
    solve(copy)
    (copy / NAME).write_text(
        (copy / NAME).read_text() + "\nraise SystemExit('imported by pytest')\n"
    )
    for panel_passes, spoil in ((False, None), (True, solve)):
        if spoil is not None:
            spoil(copy)
        call = [
            sys.executable,
            "-m",
            "pytest",
            "-p",
            "labs.runner.pytest_plugin",
            "-q",
            "exercises/e08_retries/e1_apply_once.py",
        ]
        done = subprocess.run(call, cwd=copy, capture_output=True, text=True)
        assert (done.returncode == 0) == panel_passes, done.stdout
        assert ("6 passed" in done.stdout or "passed" in done.stdout) == panel_passes
