"""One trial: jobs, a worker, nodes that answer by a script, and a virtual clock, with everything written down."""

from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, Final

from labs.e10_retry_budget.answers import Answer
from labs.e10_retry_budget.breaker import Breaker
from labs.e10_retry_budget.budget import RetryBudget
from labs.e10_retry_budget.counter_store import CounterStore
from labs.e10_retry_budget.errors import AttemptFailed
from labs.e10_retry_budget.jobs import Job, JobState, JobStates, Status
from labs.e10_retry_budget.safety_nets import SafetyNets
from labs.e10_retry_budget.wait import CAP_S, Mailbox, wait_for_answer
from labs.e10_retry_budget.worker import Count, Worker, by_job_and_step
from labs.kit.clock import VirtualClock
from labs.kit.history import History
from labs.kit.scenario import Json, Observation

LIMIT: Final = 2  # attempts in all: one retry
TTL_S: Final = 2 * CAP_S
HORIZON: Final = 10  # attempts after which a trial stops watching

Script = Callable[[Job, str, str], Answer]
"""What that node answers when it is asked for that step of that job; it raises if it cannot be asked."""


class Crash(BaseException):
    """The worker dies here; no code of its own may stop that."""


def usual_budget(counters: CounterStore) -> RetryBudget:
    """The budget of the lab: one retry, and a counter that outlives twice the longest wait."""
    return RetryBudget(counters, LIMIT, TTL_S, longest_gap=CAP_S)


class Trial:
    """Puts the parts together and keeps what a verdict needs: who was asked, what was counted, how each job stands."""

    def __init__(
        self,
        script: Script,
        *,
        clock: VirtualClock | None = None,
        count: Count | None = None,
        limit: int = LIMIT,
        nodes: Sequence[str] = ("node-1", "node-2"),
        states: JobStates | None = None,
        breaker: Breaker | None = None,
        wait: Callable[..., None] = wait_for_answer,
        history: History | None = None,
        **rules: Any,
    ) -> None:
        """`count` is how failures are counted, by the lab's budget if it is not given; `rules` are the worker's."""
        self.clock = clock or VirtualClock()
        self.history = history or History()
        self.states = states or JobStates()
        self.nets = SafetyNets()
        self.counts: list[int] = []
        self.asked: list[str] = []
        self._script = script
        self._count = count or by_job_and_step(usual_budget(CounterStore(self.clock.now)))
        self._breaker = breaker or Breaker(threshold=HORIZON + 1)  # out of the way
        self._wait = wait
        rules["history"] = self.history
        self.worker = Worker(self.states, nodes, self._compute, self._keep_count, limit, **rules)

    def run(self, *jobs: Job) -> None:
        """Queue the jobs if they are new, and work off what is queued, until nothing is or the horizon is reached."""
        for job in jobs:
            self.states.add(job.id)
        self.work_off(*jobs)

    def work_off(self, *jobs: Job) -> None:
        """Make attempts at the jobs in turn, while they are queued and the breaker lets anybody through."""
        waiting = deque(jobs)
        for _attempt in range(HORIZON):
            if self._breaker.is_open:
                self.say("worker", "idles: the breaker is open")
                return
            if not waiting:
                return
            job = waiting.popleft()
            self._attempt(job)
            if self.states.read(job.id).status is Status.QUEUED:
                waiting.append(job)
        self.say("worker", f"{HORIZON} attempts, stops watching")

    def deliver_again(self, job: Job) -> None:
        """Queue a job again under its own id: one whose worker died, or one that somebody replays by hand."""
        stands = self.states.read(job.id)
        self.states.compare_and_set(job.id, stands, JobState(attempt=stands.attempt))

    def say(self, lane: str, text: str) -> None:
        """Add a line to a lane of the story, with the second it happened at."""
        self.history.note(lane, f"t={self.clock.now():g} {text}")

    def figures(self, job: Job) -> dict[str, Json]:
        """How one job stands."""
        stands = self.states.read(job.id)
        return {"attempts": stands.attempt, "ended": stands.status.value, "reason": stands.reason}

    def observe(self, **more: Json) -> Observation:
        """What this trial left behind: the counts, in order, and figures of the scenario's own."""
        return Observation.of(self.history, counts=list(self.counts), **more)

    def _attempt(self, job: Job) -> None:
        began_s, died = self.clock.now(), True
        with suppress(Crash):
            self.worker.attempt(job)
            died = False
        if died:
            self.say("worker", "dies")
        self.nets.attempt_ended(self.clock.now() - began_s, died)

    def _compute(self, job: Job, step: str, node: str) -> None:
        self.asked.append(node)
        try:
            mailbox = Mailbox(self.clock.now(), self._script(job, step, node))
            self._wait(mailbox, self.clock, step, node)
        except AttemptFailed as error:
            self._breaker.met(error)
            self.say(node, f"{job.id}, {step}: {error.reason}")
            raise
        self._breaker.met(None)
        self.say(node, f"{job.id}, {step}: done")

    def _keep_count(self, job: Job, error: AttemptFailed) -> int:
        number = self._count(job, error)
        self.counts.append(number)
        return number
