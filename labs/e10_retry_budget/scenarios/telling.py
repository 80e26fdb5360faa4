"""The incident: one failure on two paths, what the user was told on each, and when."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from labs.e10_retry_budget.answers import OUT_OF_MEMORY, UNREADABLE, Answer, Payload, read_answer
from labs.e10_retry_budget.controls import any_error_means_not_yet
from labs.e10_retry_budget.errors import AttemptFailed
from labs.e10_retry_budget.jobs import Job
from labs.e10_retry_budget.trial import LIMIT, Trial
from labs.e10_retry_budget.wait import never, wait_for_answer
from labs.kit.clock import VirtualClock
from labs.kit.history import History
from labs.kit.scenario import Json, Observation

SEEN_S = 7_320
TAKES_S = {"node-1": 70, "node-2": 69}

Line = tuple[float, str]


@dataclass(frozen=True)
class Path:
    """A way to deal with a failure: what is waited on although it was read, and how often a job is tried."""

    may_wait: Callable[[AttemptFailed], bool]
    limit: int


OLD = Path(any_error_means_not_yet, limit=1)
NEW = Path(never, limit=LIMIT)


def walk(path: Path, payload: Payload) -> tuple[dict[str, Json], list[Line]]:
    """Let one job fail so on both nodes: how it ended, and its timeline."""
    clock, job = VirtualClock(), Job("j1")
    lines: list[Line] = [(0, "user sees: in progress")]

    def note(text: str) -> None:
        lines.append((clock.now(), text))

    def script(job: Job, step: str, node: str) -> Answer:
        del job, step
        note(f"{node} is asked")
        return Answer(TAKES_S[node], payload)

    def read(payload: Payload, step: str, node: str) -> None:
        note(f"{node} says why it failed; read")
        read_answer(payload, step, node)

    wait = partial(wait_for_answer, read=read, may_wait=path.may_wait)
    trial = Trial(script, clock=clock, limit=path.limit, wait=wait)
    trial.run(job)
    told = f"failed: {trial.figures(job)['reason']}"
    note(f"user sees: {told}")
    seen = told if clock.now() <= SEEN_S else "in progress"
    lines.append((SEEN_S, f"user looks, sees: {seen}"))
    figures = {"told": told, "settled_s": clock.now(), "asked": trial.asked, "seen_at_7320": seen}
    return figures, lines


def incident(path: Path) -> Observation:
    """An explicit failure and an unreadable answer each get one retry, on another node, and keep their reason."""
    history = History()
    explicit, _ = walk(path, OUT_OF_MEMORY)
    unreadable, _ = walk(path, UNREADABLE)
    both = [
        (second, lane, text)
        for lane, way in (("old path", OLD), ("new path", NEW))
        for second, text in walk(way, OUT_OF_MEMORY)[1]
    ]
    for second, lane, text in sorted(both, key=lambda line: line[0]):
        history.note(lane, f"t={second:g} {text}")
    return Observation.of(history, explicit=explicit, unreadable=unreadable)
