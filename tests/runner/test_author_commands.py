"""The author's commands: verify, new-lab, the sweep, all labs, doctor."""

import json
import shutil

import pytest

from labs.kit.manifest import discover
from labs.runner.command import COMMANDS
from labs.runner.mutants import mutants

MISTAKE = "labs/e08_retries/mistakes/e1_apply_once/lock_around_lookup.py"


def spoil(path, old, new):
    """Replace a text that must be there."""
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


def last_line(done):
    """The last line of standard output."""
    return done.stdout.splitlines()[-1]


@pytest.fixture
def small(copy):
    """The copy with a single known wrong answer and no other right ones: the gate takes a second."""
    lab = copy / "labs" / "e08_retries"
    shutil.rmtree(lab / "alternatives" / "e1_apply_once")
    for path in (lab / "mistakes" / "e1_apply_once").glob("*.py"):
        if path.name != "lock_around_lookup.py":
            path.unlink()
    return copy


@pytest.mark.usefixtures("small")
def test_gate_names_what_is_missing(copied):
    """The gate prints the matrix and names nothing but the answers that were taken away."""
    assert copied("verify", "E08.1").stdout.splitlines()[1:] == [
        "   .  .  .  x  x  x  .  x  lock_around_lookup",
        "E08.1 known wrong answers: 1, takes 5 or more",
        "E08.1 other right answers: 0, takes 3 or more",
        "FAIL verify (9)",
    ]


@pytest.mark.parametrize(
    ("file", "old", "new", "trouble"),
    [
        (
            MISTAKE,
            "Rejected by: same-key-race",
            "Rejected by: redelivery",
            "not rejected by redelivery",
        ),
        (
            MISTAKE,
            "return Outcome.DUPLICATE",
            "return Outcome.APPLIED",
            "signature",
        ),
        (
            "solutions/e08_retries/e1_apply_once.py",
            "return Outcome.DUPLICATE",
            "return Outcome.APPLIED",
            "solution",
        ),
        (
            "labs/e08_retries/hints/e1_apply_once.md",
            "## What to think",
            "### What to think",
            "2 rungs",
        ),
    ],
)
def test_gate_shuts(small, copied, file, old, new, trouble):
    """A mistake with a wrong header, a stale signature, a spoilt solution or a missing rung shuts the gate."""
    spoil(small / file, old, new)
    done = copied("verify", "E08.1")
    assert done.returncode == 1
    assert last_line(done).startswith("FAIL verify (")
    assert trouble in done.stdout


def test_starter_that_passes_shuts_the_gate(small, copied):
    """A starter that does not break its named invariant shuts the gate."""
    answer = (small / "solutions/e08_retries/e1_apply_once.py").read_text(encoding="utf-8")
    (small / "labs/e08_retries/starters/e1_apply_once.py").write_text(
        answer + "# TODO: none?\n", encoding="utf-8"
    )
    assert "starter" in copied("verify", "E08.1").stdout


def names(source):
    """The names of the source's mutants."""
    return [mutant.name for mutant in mutants(source)]


def test_mutants_are_single_faults():
    """Each operator plants one fault at each of its sites, and names it by the line."""
    source = "def f(self):\n    with self.lock:\n        self.n += 1\n        g()\n    t.join()\n"
    assert names(source) == [
        "drop the lock: with self.lock:",
        "narrow the lock: with self.lock:",
        "look before the lock: with self.lock:",
        "swap with the next: self.n += 1",
        "skip: t.join()",
        "skip: self.n += 1",
        "skip: g()",
    ]


def test_lines_that_read_alike_are_numbered():
    """A mutant whose name came before has a number, so an explanation of one does not excuse the other."""
    source = "def f():\n    g()\n    h()\n    g()\n"
    assert names(source)[-3:] == ["skip: g()", "skip: h()", "skip: g() (2)"]


def spoilt(name, *lines):
    """The body of a function after the one mutant of that operator."""
    source = "def f(self):\n" + "".join(f"    {line}\n" for line in lines)
    (mutant,) = (mutant for mutant in mutants(source) if mutant.name.startswith(f"{name}: "))
    return [line.removeprefix("    ") for line in mutant.source.splitlines()[1:]]


SECTION = ["with self.lock:", "    look()", "    leap()", "    return 1"]


@pytest.mark.parametrize(
    ("name", "lines", "expected"),
    [
        ("look before the lock", SECTION, ["look()", SECTION[0], *SECTION[2:]]),
        ("narrow the lock", SECTION, [*SECTION[:2], "leap()", "return 1"]),
        ("narrow the lock", [*SECTION[:2], SECTION[3]], [*SECTION[:2], "return 1"]),
        ("skip", ["known = True", "self.closed = True"], ["known = True", "pass"]),
    ],
)
def test_where_the_fault_is_planted(name, lines, expected):
    """A step leaves the critical section on the side that was named; a change of what is shared may not happen."""
    assert spoilt(name, *lines) == expected


def test_each_part_of_a_question_is_dropped_once():
    """A question loses one part at a time; a default is no question."""
    source = "def f(x):\n    y = x or X().z\n    return y > 1 and y < 3\n"
    sources = [mutant.source for mutant in mutants(source) if mutant.name.startswith("drop a part")]
    assert [text.splitlines()[-1].strip() for text in sources] == ["return y < 3", "return y > 1"]


def test_new_lab_runs_and_lacks_only_content(copied):
    """A new lab runs at once; the gate names nothing but what its author has to say; nothing is overwritten."""
    assert copied("new-lab", "E12", "leases").returncode == 0
    assert last_line(copied("E12")) == "PASS lab E12"
    assert copied("verify", "E12", "--update").stdout.splitlines()[2:] == [
        "E12.1 solution answers: a TODO is left",
        "E12.1 known wrong answers: 1, takes 5 or more",
        "E12.1 other right answers: 0, takes 3 or more",
        "FAIL verify (9)",
    ]
    assert copied("new-lab", "E12", "leases").returncode == 2


@pytest.mark.parametrize(
    "arguments", [["12", "leases"], ["E12", "Leases!"], ["E08", "leases"], ["E12"]]
)
def test_new_lab_with_a_bad_name(command, arguments):
    """A bad id or name is one line, exit code 2, and makes nothing."""
    done = command("new-lab", *arguments)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)


def test_sweep_finds_a_fault(copy, copied):
    """A worker that acknowledges before its effect breaks the sweep, which names the combination."""
    spoil(copy / "labs/e08_retries/delivery.py", 'self.effect = "applied"', 'self.effect = "none"')
    done = copied("E08", "--sweep")
    assert (done.returncode, last_line(done).split()[0]) == (1, "FAIL")
    assert "effects told truly" in done.stdout


def test_lab_without_a_sweep(command):
    """A lab that has no sweep says so in one line."""
    for lab in discover():
        if not (lab.folder / "sweep.py").exists():
            assert command(lab.id, "--sweep").returncode == 2


@pytest.mark.parametrize("beside", ["--json", "lost-ack"])
def test_sweep_goes_alone(command, beside):
    """A sweep with something that it would not heed is one line and exit code 2."""
    done = command("E08", "--sweep", beside)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)


def test_doctor(command):
    """The doctor finds everything that the labs need."""
    done = command("doctor")
    assert (done.returncode, last_line(done)) == (0, "everything that the labs need is here")


@pytest.mark.parametrize("word", COMMANDS)
def test_help(command, word):
    """Every command tells what it does, with exit code 0."""
    done = command(word, "--help")
    assert done.returncode == 0
    assert f"lab_runner.py {word}" in done.stdout


def test_json_of_all_exercises_of_a_lab(command):
    """Checking the answers of a lab gives one document with an entry for each exercise."""
    document = json.loads(command("check", "E08", "--solution", "--json").stdout)
    assert (document["lab"], document["verdict"]) == ("E08", "PASS")
    assert [entry["exercise"] for entry in document["exercises"]] == [
        f"E08.{n}" for n in range(1, 7)
    ]
