"""How long the explorer needs for an answer: `python benchmarks/explorer.py [--peers PYTHON]`.

Each case is explored to its answer again and again; the time is the median. Beside it stands the
same program on plain threads (`ratio`: one schedule against one plain run), and what two other tools
answer, if they can be imported by the Python given. Nothing of the project depends on them.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]

import explorer_cases as plain  # noqa: E402 - needs the path

PEERS = ("frontrun", "interleave_test")
PEER_LIMIT_S = 20
REPEATS = 7
PLAIN_RUNS = 200


def seconds(call: Callable[[], Any]) -> tuple[float, Any]:
    """How long a call takes, and what it answers."""
    begun = time.perf_counter()
    answer = call()
    return time.perf_counter() - begun, answer


def explored(name: str) -> tuple[float, Any]:
    """The median time of exploring a case, and what was found."""
    from labs.kit.schedule import explore, loader

    cases = loader.load(HERE / "explorer_cases.py", "instrumented_cases")
    body = cases.body_of(cases.CASES[name])
    explore(body)
    times = [seconds(lambda: explore(body)) for _ in range(REPEATS)]
    return median(took for took, _ in times), times[0][1]


def on_plain_threads(name: str) -> float | None:
    """Seconds of one run on plain threads, whatever comes of it; None where that may never end."""
    case = plain.CASES[name]
    if not case.plain:
        return None
    body = plain.body_of(case)

    def run_all() -> None:
        for _ in range(PLAIN_RUNS):
            with contextlib.suppress(AssertionError):
                body()

    return seconds(run_all)[0] / PLAIN_RUNS


def row(name: str, peers: str | None) -> list[str]:
    """One line of the table."""
    took, found = explored(name)
    runs = found.explored + found.blocked + found.minimising
    once = on_plain_threads(name)
    ratio = "-" if once is None else f"{took / runs / once:.1f}"
    own = [
        name,
        found.verdict,
        str(found.explored),
        f"{took * 1000:.1f}",
        f"{runs / took:.0f}",
        ratio,
    ]
    return own + ([peer_answer(peers, peer, name) for peer in PEERS] if peers else [])


def peer_answer(python: str, peer: str, name: str) -> str:
    """What another tool answers, in a process of its own."""
    starter = [python, "-m", "frontrun.cli"] if peer == "frontrun" else []
    command = [*starter, python, str(Path(__file__).resolve()), "--peer", peer, "--case", name]
    try:
        ended = subprocess.run(
            command, capture_output=True, text=True, timeout=PEER_LIMIT_S, check=False
        )
    except subprocess.TimeoutExpired:
        return f"none in {PEER_LIMIT_S} s"
    lines = ended.stdout.splitlines()
    if ended.returncode or not lines:
        return f"cannot: {(ended.stderr.splitlines() or ['no answer'])[-1][:30]}"
    answer = json.loads(lines[-1])
    return f"{answer['answer']}, {answer['runs']} in {answer['ms']:.0f} ms"


def ask_frontrun(case: plain.Case) -> tuple[str, int]:
    import frontrun  # type: ignore[import-not-found]

    result = frontrun.explore(
        setup=case.setup, workers=case.threads, invariant=case.claim, reproduce_on_failure=0
    )
    return "holds" if result.property_holds else "broken", result.num_explored


def ask_interleave_test(case: plain.Case) -> tuple[str, int]:
    import interleave_test  # type: ignore[import-not-found]

    try:
        result = interleave_test.explore(
            plain.body_of(case), strategy="dfs", max_preemptions=2, iterations=100_000
        )
    except interleave_test.InterleaveError as error:
        schedules = error.failure.iteration + 1 if hasattr(error, "failure") else 0
        return "broken", schedules
    return "holds" if result.exhausted else "unfinished", result.schedules_run


def answer_as(peer: str, name: str) -> None:
    """Print what a peer answers as JSON."""
    ask = {"frontrun": ask_frontrun, "interleave_test": ask_interleave_test}[peer]
    with contextlib.redirect_stdout(io.StringIO()):
        took, (answer, runs) = seconds(lambda: ask(plain.CASES[name]))
    print(json.dumps({"answer": answer, "runs": runs, "ms": took * 1000}))  # noqa: T201 - the answer


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--peers", metavar="PYTHON", help="a Python that has the other tools")
    parser.add_argument("--peer", choices=PEERS, help=argparse.SUPPRESS)
    parser.add_argument("--case", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.peer:
        answer_as(options.peer, options.case)
        return
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    head = ["case", "answer", "schedules", "ms", "runs/s", "ratio"]
    head += list(PEERS) if options.peers else []
    rows = [head, *(row(name, options.peers) for name in plain.CASES)]
    widths = [max(len(line[column]) for line in rows) for column in range(len(head))]
    for line in rows:
        cells = [text.ljust(width) for text, width in zip(line, widths, strict=True)]
        print("  ".join(cells).rstrip())  # noqa: T201 - the table


if __name__ == "__main__":
    main()
