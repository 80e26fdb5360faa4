"""`lab_runner.py verify`: the author's gate: every kept answer gets the verdict that its folder promises."""

import json
import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from labs.kit.manifest import Lab, discover
from labs.runner.arguments import Parser
from labs.runner.checking import Checked, check_answer
from labs.runner.command import exit_code
from labs.runner.diagnosis import Signature, read_mistake, signature, signature_file, stored
from labs.runner.exercise import Place, all_places, find_some
from labs.runner.judge import FAIL, INCOMPLETE, PASS
from labs.runner.mutants import explained, mutants, plant

RUNGS = 3
MISTAKES_MIN, OTHERS_MIN = 5, 3


@dataclass(frozen=True)
class Finding:
    """One thing the gate asked; `trouble` is empty if the answer was right."""

    what: str
    trouble: str = ""


@dataclass(frozen=True)
class Answer:
    """An answer, what it is expected to do, and what its checks found."""

    place: Place
    kind: str
    path: Path
    results: Sequence[Checked]

    @property
    def failing(self) -> list[str]:
        """The checks that reject it."""
        return [result.id for result in self.results if result.verdict != PASS]


def run(arguments: list[str]) -> int:
    """Open or shut the gate; the last line on standard output is the verdict."""
    parser = Parser(prog="lab_runner.py verify", description=__doc__)
    parser.add_argument("exercises", nargs="*", help="only these, such as E08.1 or E08")
    parser.add_argument(
        "--update", action="store_true", help="store the signatures of the known wrong answers"
    )
    parser.add_argument(
        "--mutants", action="store_true", help="plant small faults in the answers as well"
    )
    options = parser.parse_args(arguments[1:])
    named = [place for name in options.exercises for place in find_some(name)]
    findings: list[Finding] = []
    for place in named or all_places():
        answers = check_all(place)
        if options.update and not any(
            answer.failing for answer in answers if answer.kind == "solution"
        ):
            store_signatures(place, answers)
        for line in matrix(place, answers):
            print(line)
        findings += [*judge_texts(place), *judge_answers(place, answers)]
        if options.mutants:
            findings += judge_mutants(place)
    if not named:
        findings += [finding for lab in discover() for finding in judge_lab(lab)]
    return report(findings)


def report(findings: Sequence[Finding]) -> int:
    """Print what is wrong, and the verdict with the number of findings."""
    troubles = [finding for finding in findings if finding.trouble]
    for finding in troubles:
        print(f"{finding.what}: {finding.trouble}")
    verdict = FAIL if troubles or not findings else PASS
    print(f"{verdict} verify ({len(findings)})")
    return exit_code(verdict)


def check_all(place: Place) -> list[Answer]:
    """Check every answer that the lab keeps of an exercise, a few at a time."""
    paths = [("solution", place.solution), ("starter", place.starter)]
    paths += [("mistake", path) for path in place.wrong_answers()]
    paths += [("other", path) for path in place.other_answers()]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        results = list(pool.map(lambda item: list(check_answer(place, item[1])), paths))
    return [
        Answer(place, kind, path, found) for (kind, path), found in zip(paths, results, strict=True)
    ]


def judge_answers(place: Place, answers: Sequence[Answer]) -> Iterator[Finding]:
    """Hold every answer to what its folder promises."""
    signatures = stored(place)
    for answer in answers:
        what = f"{place.exercise.id} {answer.kind} {answer.path.name}"
        if answer.kind in ("solution", "other"):
            yield Finding(what, _must_pass(answer))
        elif answer.kind == "starter":
            yield Finding(what, _must_fail(answer, place.exercise.invariant))
        else:
            yield Finding(what, _must_fail(answer, read_mistake(answer.path).rejected_by))
            yield Finding(f"{what}, signature", _signed(answer, signatures))
    yield _enough("known wrong answers", MISTAKES_MIN, place.wrong_answers(), place)
    yield _enough("other right answers", OTHERS_MIN, place.other_answers(), place)


def judge_texts(place: Place) -> Iterator[Finding]:
    """Hold the exercise to its files: a starter with a TODO, an answer without, three rungs of hint."""
    id_ = place.exercise.id
    yield Finding(
        f"{id_} starter asks", "" if "TODO" in place.starter.read_text("utf-8") else "no TODO"
    )
    yield Finding(
        f"{id_} solution answers",
        "a TODO is left" if "TODO" in place.solution.read_text("utf-8") else "",
    )
    yield Finding(
        f"{id_} hints",
        "" if len(place.hints) == RUNGS else f"{len(place.hints)} rungs, takes {RUNGS}",
    )


def judge_mutants(place: Place) -> Iterator[Finding]:
    """Hold the checks to the mutants of the answer: each is rejected, or it is explained why it means nothing."""
    reasons = explained(place.lab)
    planted = list(mutants(place.solution.read_text("utf-8")))
    with TemporaryDirectory() as folder, ThreadPoolExecutor(os.cpu_count()) as pool:
        paths = [plant(mutant, Path(folder), number) for number, mutant in enumerate(planted)]
        found = list(pool.map(lambda path: first_failure(place, path), paths))
    survivors = {
        f"{place.stem}: {m.name}" for m, failed in zip(planted, found, strict=True) if not failed
    }
    for mutant, failed in zip(planted, found, strict=True):
        name = f"{place.stem}: {mutant.name}"
        yield Finding(name, _unaccounted(failed, name in reasons))
    for name in reasons:
        if name.startswith(f"{place.stem}: ") and name not in survivors:
            yield Finding(name, "stands in survivors.toml, and does not survive")
    print(f"{place.exercise.id} mutants: {len(planted)}, survivors: {len(survivors)}")


def first_failure(place: Place, path: Path) -> str:
    """The verdict of the first check of that answer that does not pass; empty if all pass."""
    verdicts = (result.verdict for result in check_answer(place, path))
    return next((verdict for verdict in verdicts if verdict != PASS), "")


def _unaccounted(failed: str, is_explained: bool) -> str:
    if failed == INCOMPLETE:
        return "was not decided"
    if failed or is_explained:
        return ""
    return "survives every check, and survivors.toml does not say why"


def judge_lab(lab: Lab) -> Iterator[Finding]:
    """Hold a lab to its lesson."""
    lesson = lab.folder / "README.md"
    yield Finding(f"{lab.id} lesson", "" if lesson.exists() else f"{lesson.name} is missing")


def matrix(place: Place, answers: Sequence[Answer]) -> Iterator[str]:
    """Which check rejects which known wrong answer: a row a mistake, a column a check."""
    solution = next(answer for answer in answers if answer.kind == "solution")
    checks = [result.id for result in solution.results]
    yield f"{place.exercise.id} {place.exercise.title}: {', '.join(f'{n} {c}' for n, c in enumerate(checks, 1))}"
    for answer in answers:
        if answer.kind == "mistake":
            marks = " ".join(f"{'x' if check in answer.failing else '.':>2}" for check in checks)
            yield f"  {marks}  {answer.path.stem}"


def store_signatures(place: Place, answers: Sequence[Answer]) -> None:
    """Write down what each known wrong answer shows."""
    signatures = {a.path.stem: signature(a.results) for a in answers if a.kind == "mistake"}
    signature_file(place).write_text(
        json.dumps(signatures, indent=1, sort_keys=True) + "\n", "utf-8"
    )


def _must_pass(answer: Answer) -> str:
    if not answer.results:
        return "no check ran"
    for result in answer.results:
        if result.verdict != PASS:
            return (
                f"{result.id} is {result.verdict}: {result.problem or result.figures('observed')}"
            )
        if not result.exhausted:
            return f"{result.id} was not run in every schedule"
    return ""


def _must_fail(answer: Answer, check: str) -> str:
    if check in answer.failing:
        return ""
    return f"not rejected by {check}, but by {answer.failing or 'no check'}"


def _signed(answer: Answer, signatures: dict[str, Signature]) -> str:
    theirs = signatures.get(answer.path.stem)
    return (
        "" if signature(answer.results) == theirs else "is not the stored one; see verify --update"
    )


def _enough(what: str, least: int, paths: Sequence[Path], place: Place) -> Finding:
    trouble = "" if len(paths) >= least else f"{len(paths)}, takes {least} or more"
    return Finding(f"{place.exercise.id} {what}", trouble)
