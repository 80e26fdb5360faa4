"""The texts: what they show runs, what they name exists, and what they link to is there."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from labs.kit.manifest import Lab, discover
from labs.runner.command import COMMANDS

ROOT = Path(__file__).resolve().parent.parent
IGNORED = {".git", ".venv", ".pytest_cache", ".mypy_cache", ".ruff_cache", "build"}
TEXTS = sorted(
    path for path in ROOT.rglob("*.md") if not IGNORED & set(path.relative_to(ROOT).parts)
)
LABS = {lab.id: lab for lab in discover()}
TAUGHT = [lab for lab in LABS.values() if (lab.folder / "README.md").exists()]

FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
RUNNABLE = re.compile(
    r"^```python\n(.*?)^```\n(?:\n^```text\n(.*?)^```$)?", re.DOTALL | re.MULTILINE
)
CALL = re.compile(r"python (?:-m )?lab_runner(?:\.py)?((?: [^\s`|]+)*)")
LINK = re.compile(r"\]\(([^)\s]+)\)")
HEADING = re.compile(r"^#+ (.*)$", re.MULTILINE)
READERS_OWN = re.compile(r"[A-Z]+(:[A-Z]+)?|E12|[\w/.]+\.(svg|py:\w+)")  # a reader's own names


def name(path: Path) -> str:
    """The text's path from the root, as a test id."""
    return path.relative_to(ROOT).as_posix()


def named(path: Path) -> object:
    """A parameter whose id is the text's path."""
    return pytest.param(path, id=name(path))


def blocks() -> list[object]:
    """Every Python block of the primer with what stands under it as its output."""
    text = (ROOT / "labs/PRIMER.md").read_text(encoding="utf-8")
    return [
        pytest.param(code, output, id=f"block {number}")
        for number, (code, output) in enumerate(RUNNABLE.findall(text), 1)
    ]


@pytest.mark.parametrize(("code", "output"), blocks())
def test_a_block_of_the_primer_prints_what_stands_under_it(code: str, output: str) -> None:
    """Every Python block of the primer runs by itself and prints exactly the text under it."""
    run = subprocess.run(
        [sys.executable, "-B", "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=60
    )

    assert (run.returncode, run.stdout, run.stderr) == (0, output, "")


def vocabulary() -> set[str]:
    """Every word that a call may name: commands, labs, scenarios, exercises, and the runner's options."""
    words = {*COMMANDS, *LABS, "--help"}
    for lab in LABS.values():
        words |= {*lab.scenarios, *(f"{lab.id}/{id_}" for id_ in lab.scenarios)}
        words |= {exercise.id for exercise in lab.exercises}
    for path in (ROOT / "labs/runner").rglob("*.py"):
        words |= set(re.findall(r'"(--[a-z-]+)"', path.read_text(encoding="utf-8")))
    return words


@pytest.mark.parametrize("path", [named(path) for path in TEXTS])
def test_a_command_in_a_text_exists(path: Path) -> None:
    """Every call of the command that a text shows names commands, labs, scenarios, exercises and options there are."""
    words = vocabulary()

    unknown = [
        word
        for call in CALL.findall(path.read_text(encoding="utf-8"))
        for word in call.split()
        if word not in words and not READERS_OWN.fullmatch(word)
    ]

    assert unknown == []


def anchors(path: Path) -> set[str]:
    """The anchors that the headings of a text give it, as forges and editors make them."""
    headings = HEADING.findall(path.read_text(encoding="utf-8"))
    return {re.sub(r"[^\w\- ]", "", line).strip().lower().replace(" ", "-") for line in headings}


@pytest.mark.parametrize("path", [named(path) for path in TEXTS])
def test_a_relative_link_resolves(path: Path) -> None:
    """Every relative link of a text leads to a file, and to a heading there if it names one."""
    broken = []
    for link in LINK.findall(path.read_text(encoding="utf-8")):
        if re.match(r"[a-z]+:", link):
            continue
        target, _, anchor = link.partition("#")
        there = (path.parent / target).resolve() if target else path
        if not there.exists() or (anchor and anchor not in anchors(there)):
            broken.append(link)

    assert broken == []


@pytest.mark.parametrize("step", ["setup", "tests"])
def test_the_readme_gives_ci_one_line_a_step(step: str) -> None:
    """The README marks one line for the set-up and one for the tests, which CI takes as they are."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")

    marked = re.findall(rf"<!-- ci: {step} -->\n```sh\n(.*?)\n```", readme, re.DOTALL)

    assert len(marked) == 1
    assert len(marked[0].splitlines()) == 1


@pytest.mark.parametrize("lab", [pytest.param(lab, id=lab.id) for lab in TAUGHT])
def test_a_lesson_tells_what_its_lab_has(lab: Lab) -> None:
    """A lesson names every scenario in order with its claim, every exercise, and every line of what is not proved."""
    from importlib import import_module

    lesson = (lab.folder / "README.md").read_text(encoding="utf-8")
    drives = import_module(f"{lab.package}.scenarios").DRIVES

    headings = [line.strip("`") for line in HEADING.findall(lesson)]
    told = [line for line in headings if line in lab.scenarios]
    missing = [
        line
        for line in [
            *(drives[id_].claim for id_ in lab.scenarios),
            *(f"| {shown} | {not_shown} |" for shown, not_shown in lab.not_proved),
        ]
        if line not in lesson
    ]
    rows = [re.compile(rf"^\| {re.escape(e.id)} .*\| {e.minutes} \|", re.M) for e in lab.exercises]

    assert told == lab.scenarios
    assert missing == []
    assert [row.pattern for row in rows if not row.search(lesson)] == []


@pytest.mark.parametrize("lab", [pytest.param(lab, id=lab.id) for lab in TAUGHT])
def test_the_readme_has_every_lab_on_its_map(lab: Lab) -> None:
    """The map in the README links each lesson, with the title, question and minutes of its manifest."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    link = f"[{lab.id}]({(lab.folder / 'README.md').relative_to(ROOT).as_posix()})"

    row = f"| {link} | {lab.title} | {lab.question} | {lab.minutes} |"

    assert row in readme


def test_every_word_of_the_glossary_has_one_meaning() -> None:
    """The glossary is in alphabetical order and explains no word twice."""
    text = (ROOT / "labs/GLOSSARY.md").read_text(encoding="utf-8")
    words = re.findall(r"^\| \*\*(.+?)\*\*", text, re.MULTILINE)

    assert words == sorted(set(words), key=str.lower)
    assert len(words) > 30


def test_the_texts_use_the_words_of_the_house() -> None:
    """The texts say job and cancelled: the other spellings belong to settings of other systems, in code or links."""
    banned = re.compile(r"\b(tasks?|manager|helper|canceled|canceling|data)\b", re.IGNORECASE)
    found = {}
    for path in TEXTS:
        prose = FENCE.sub("", path.read_text(encoding="utf-8"))
        prose = re.sub(r"`[^`]*`|\]\([^)]*\)|\[[^\]]*#\d+\]", "", prose)
        if words := banned.findall(prose):
            found[name(path)] = words

    assert found == {}
